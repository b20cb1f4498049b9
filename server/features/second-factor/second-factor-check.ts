import { codeTries } from '#contract/auth/auth.ts'
import { readCode } from '#domain/second-factor/codes.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Attempts } from '#server/db/transactions/attempts.ts'
import { takeAttempt } from '#server/platform/take-attempt.ts'
import { codeWrong } from './code-wrong.ts'
import { recoveryCodeHash } from './recovery-code-hash.ts'
import type { SecondFactorStore } from './second-factor.store.ts'
import { periodOf } from './totp.ts'

export type SecondFactorCheck = ReturnType<typeof createSecondFactorCheck>

/** Asks for an account's second factor, wherever somebody proves who they are. */
export function createSecondFactorCheck({
  store,
  attempts,
  clock,
}: {
  store: SecondFactorStore
  attempts: Attempts
  clock: Pick<Clock, 'now'>
}) {
  /** Whether a code as typed is right. It is used up by that. */
  const isRight = async (userId: string, typed: string): Promise<boolean> => {
    const secret = await store.secret(userId, 'on')
    const read = readCode(typed)
    if (secret === null || read === null) return false
    const now = clock.now()
    if (read.kind === 'app') {
      const period = periodOf(secret, read.digits, now)
      return period !== null && store.usePeriod(userId, period)
    }
    return store.useRecoveryCode(userId, recoveryCodeHash(userId, read.code), now)
  }

  return {
    async isOn(userId: string): Promise<boolean> {
      return (await store.secret(userId, 'on')) !== null
    },

    /**
     * Takes a code as typed, and uses it up. Only a right one takes back that wrong ones were tried.
     * @throws {Problem} RATE_LIMITED, SECOND_FACTOR_WRONG.
     */
    async prove(userId: string, typed: string): Promise<void> {
      await takeAttempt(attempts, codeTries, userId)
      if (!(await isRight(userId, typed))) throw codeWrong()
      await attempts.forget(codeTries.kind, userId)
    },
  }
}
