import { expect, test } from 'vitest'
import { isConfirmed, proofsOf } from './step-up.ts'

const now = new Date('2026-11-22T12:00:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test.each([
  { confirmedAt: now, confirmed: true },
  { confirmedAt: before(599), confirmed: true },
  { confirmedAt: before(600), confirmed: false },
  { confirmedAt: before(86_400), confirmed: false },
  { confirmedAt: null, confirmed: false },
])('a session that was confirmed at $confirmedAt counts as confirmed: $confirmed', ({ confirmedAt, confirmed }) => {
  expect(isConfirmed(confirmedAt, now)).toBe(confirmed)
})

test.each([
  { hasSecondFactor: false, hasPasskey: false, proofs: ['password'] },
  { hasSecondFactor: true, hasPasskey: false, proofs: ['code'] },
  { hasSecondFactor: false, hasPasskey: true, proofs: ['passkey', 'password'] },
  { hasSecondFactor: true, hasPasskey: true, proofs: ['passkey', 'code'] },
])('an account (second factor: $hasSecondFactor, passkey: $hasPasskey) is proved by $proofs', ({ proofs, ...has }) => {
  expect(proofsOf(has)).toEqual(proofs)
})
