import type { Rule } from '#contract/base/call-limit.ts'
import type { Attempts, Taken } from '#server/db/transactions/attempts.ts'
import { Problem } from '#server/http/problem.ts'

/** Counts one attempt. @throws {Problem} RATE_LIMITED with the seconds until the next try. */
export async function takeAttempt(
  attempts: Pick<Attempts, 'take'>,
  rule: Rule,
  subject: string,
): Promise<Extract<Taken, { allowed: true }>> {
  const taken = await attempts.take(rule, subject)
  if (!taken.allowed) throw new Problem('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds })
  return taken
}
