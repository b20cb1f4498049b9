import { Secret, TOTP } from 'otpauth'
import { secondFactorLimits } from '#contract/second-factor/second-factor-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'

/** An authenticator app: a code of a secret (base32), of so many periods later than now. */
export function codeOf(secret: string, periodsLater = 0, now = clockFrom().now()): string {
  const timestamp = now.getTime() + periodsLater * secondFactorLimits.periodSeconds * secondMs
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
}
