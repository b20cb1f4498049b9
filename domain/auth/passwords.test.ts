import { expect, test } from 'vitest'
import { type PasswordStrength, passwordStrength } from './passwords.ts'

const rated: Record<PasswordStrength, string[]> = {
  guessed: ['123456', ' 123456 ', 'Passwort', 'QWERTZ', 'motorrad', '      ', 'aaaaaaaaaa', 'ababababab', 'abcdefgh'],
  weak: ['xk7-pq', 'Sommer2026!', '!!Passwort99', 'aabbaabbccc', '987654321012'],
  fair: ['kurve-links', 'geheim-1x', 'Wald1Weg2'],
  good: ['Kurve links am Wehr', 'k7#mQ2-vT9xw', 'drei blaue Helme'],
}

test.each(Object.entries(rated).flatMap(([strength, passwords]) => passwords.map((password) => [password, strength])))(
  '%j is %s',
  (password = '', strength) => expect(passwordStrength(password)).toBe(strength),
)

test('the own address is tried first', () => {
  expect(passwordStrength('erika.mustermann', 'Erika.Mustermann@example.org')).toBe('guessed')
  expect(passwordStrength('Erika.Mustermann@example.org', 'erika.mustermann@example.org')).toBe('guessed')
  expect(passwordStrength('erika.mustermann', 'max@example.org')).toBe('good')
})

test('takes time in proportion to the length', () => {
  const longest = '1'.repeat(100_000)
  expect(passwordStrength(`${longest}a${longest}`)).toBe('guessed')
})
