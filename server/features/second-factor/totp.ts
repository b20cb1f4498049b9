import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { secondFactorLimits, secondFactorServerLimits } from '#contract/second-factor/second-factor-limits.ts'

/* Codes that change with the time (RFC 6238), with the parameters that every app takes. */

const parameters = {
  algorithm: 'SHA1',
  digits: secondFactorLimits.digits,
  period: secondFactorLimits.periodSeconds,
} as const

export function newTotpSecret(): Buffer {
  return randomBytes(secondFactorServerLimits.secretBytes)
}

/** How apps learn a secret: as text to type, and as the content of a QR code. */
export function shownSecret(secret: Buffer, email: string): { secret: string; uri: string } {
  const totp = new TOTP({ ...parameters, issuer: 'Wegwarte', label: email, secret: secretOf(secret) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The number of the period for which a code is right, among those that a late or early clock may show; null: none. */
export function periodOf(secret: Buffer, digits: string, now: Date): number | null {
  const timestamp = now.getTime()
  const { period } = parameters
  const window = secondFactorLimits.drift
  const delta = TOTP.validate({ ...parameters, secret: secretOf(secret), token: digits, timestamp, window })
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta
}

function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}
