import { describe, expect, test } from 'vitest'
import { secondFactorServerLimits } from '#contract/second-factor/second-factor-limits.ts'
import { newTotpSecret, periodOf, shownSecret } from './totp.ts'

/** RFC 6238, appendix B, for SHA-1: its eight digits, of which six are the last ones. */
const secret = Buffer.from('12345678901234567890')
const vectors = [
  { seconds: 59, digits: '94287082' },
  { seconds: 1_111_111_109, digits: '07081804' },
  { seconds: 1_111_111_111, digits: '14050471' },
  { seconds: 1_234_567_890, digits: '89005924' },
  { seconds: 2_000_000_000, digits: '69279037' },
]

describe('a code', () => {
  test.each(vectors)('is right at $seconds s as RFC 6238 says', ({ seconds, digits }) => {
    expect(periodOf(secret, digits.slice(2), new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  })

  test.each([
    { early: -60, right: false },
    { early: -30, right: true },
    { early: 30, right: true },
    { early: 60, right: false },
  ])('of a clock that is $early s early is right: $right', ({ early, right }) => {
    const found = periodOf(secret, '005924', new Date((1_234_567_890 - early) * 1000))
    expect(found).toBe(right ? Math.floor(1_234_567_890 / 30) : null)
  })

  test.each(['005925', '5924', '0059244', '', 'abcdef'])('%j is wrong', (digits) => {
    expect(periodOf(secret, digits, new Date(1_234_567_890_000))).toBeNull()
  })
})

test('an app is told issuer, account and secret', () => {
  const shown = shownSecret(secret, 'anna+rad@example.org')
  expect(shown.secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const uri = new URL(shown.uri)
  expect(`${uri.protocol}//${uri.host}`).toBe('otpauth://totp')
  expect(decodeURIComponent(uri.pathname)).toBe('/Wegwarte:anna+rad@example.org')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Wegwarte',
    secret: shown.secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('every secret is new and long enough', () => {
  expect(newTotpSecret()).toHaveLength(secondFactorServerLimits.secretBytes)
  expect(newTotpSecret()).not.toEqual(newTotpSecret())
})
