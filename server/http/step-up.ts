import type { Endpoint } from '#contract/base/endpoint.ts'
import { isConfirmed } from '#domain/auth/step-up.ts'
import type { Caller } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'

/**
 * The one place that asks a session for a recent proof. The demo account is not asked: it may change nothing anyway.
 * @throws {Problem} STEP_UP_REQUIRED
 */
export function askForStepUp({ stepUp }: Pick<Endpoint, 'stepUp'>, caller: Caller, now: Date): void {
  if (stepUp !== true || caller.kind !== 'user' || caller.user.demo) return
  if (!isConfirmed(caller.confirmedAt, now)) throw new Problem('STEP_UP_REQUIRED')
}
