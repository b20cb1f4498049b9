import { expect, test } from 'vitest'
import { email, knownEmail } from './auth.ts'

test.each([
  ['kunde@müller.example', 'kunde@xn--mller-kva.example'],
  ['kunde@MÜLLER.example', 'kunde@xn--mller-kva.example'],
  ['kunde@xn--mller-kva.example', 'kunde@xn--mller-kva.example'],
  ['mu\u0308ller@example.org', 'm\u00fcller@example.org'],
  ['m\u00fcller@mu\u0308ller.example', 'm\u00fcller@xn--mller-kva.example'],
  ['jürgen@example.org', 'jürgen@example.org'],
  ['Kunde@Example.org', 'Kunde@Example.org'],
  ['kunde@ü.example/x', 'kunde@ü.example/x'],
])('%s is kept as %s', (typed, kept) => {
  expect(email.parse(typed)).toBe(kept)
})

test.each([
  { local: 'k'.repeat(64), isTaken: true },
  { local: 'k'.repeat(65), isTaken: false },
  { local: 'ü'.repeat(32), isTaken: true },
  { local: `${'ü'.repeat(32)}k`, isTaken: false },
])('before the @ of an address stand at most 64 bytes: $local', ({ local, isTaken }) => {
  const address = `${local}@example.org`
  expect(email.safeParse(address).success).toBe(isTaken)
  // Who has such an account goes on signing in.
  expect(knownEmail.safeParse(address).success).toBe(true)
})

test('an invisible character in a domain is not dropped but refused', () => {
  expect(email.safeParse('kunde@mü\u200bller.example').success).toBe(false)
})
