import { accountLimits } from '#contract/account/account-limits.ts'
import type { ProofKind } from '#contract/auth/step-up.ts'
import { minuteMs } from '#contract/base/time-units.ts'

/** Whether a session was proved to be its owner's lately enough; null: never by what counts now. */
export function isConfirmed(confirmedAt: Date | null, now: Date): boolean {
  return confirmedAt !== null && now.getTime() - confirmedAt.getTime() < accountLimits.stepUpMinutes * minuteMs
}

/** What an account can be proved by. With a second factor, the password alone is not enough; a passkey is two in one. */
export function proofsOf({
  hasSecondFactor,
  hasPasskey,
}: Record<'hasSecondFactor' | 'hasPasskey', boolean>): ProofKind[] {
  const typed = hasSecondFactor ? 'code' : 'password'
  return hasPasskey ? ['passkey', typed] : [typed]
}
