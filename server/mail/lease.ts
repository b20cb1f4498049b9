import { mailServerLimits } from '#contract/limits/mail-limits.ts'

/**
 * Says again and again that an e-mail is still being sent, so that no other worker takes it for one whose worker is gone. A
 * mail server may take many minutes; a worker that was killed says nothing more.
 * @param renew notes that it is. Where that fails once, the lease outlasts it.
 */
export async function whileRenewed<Result>(renew: () => Promise<void>, send: () => Promise<Result>): Promise<Result> {
  const renewing = setInterval(() => void renew().catch(() => undefined), mailServerLimits.renewEveryMs)
  try {
    return await send()
  } finally {
    clearInterval(renewing)
  }
}
