import { expect, test } from 'vitest'
import { secondFactorLimits } from '#contract/second-factor/second-factor-limits.ts'
import { inGroups, readCode, recoveryCodeOf } from './codes.ts'

test.each([
  ['123456', { kind: 'app', digits: '123456' }],
  [' 123 456 ', { kind: 'app', digits: '123456' }],
  ['012345', { kind: 'app', digits: '012345' }],
  ['ABCD-EFGH-JKMN', { kind: 'recovery', code: 'ABCDEFGHJKMN' }],
  ['abcd efgh jkmn', { kind: 'recovery', code: 'ABCDEFGHJKMN' }],
  ['O0oi-IlL1-2345', { kind: 'recovery', code: '000111112345' }],
  ['000000000000', { kind: 'recovery', code: '000000000000' }],
  ['12345', null],
  ['1234567', null],
  ['', null],
  ['ABCD-EFGH-JKM', null],
  ['ABCD-EFGH-JKMU', null],
  ['١٢٣٤٥٦', null],
  ['12345\u0000', null],
])('%j is read as %j', (typed, read) => {
  expect(readCode(typed)).toEqual(read)
})

test('a recovery code is read back as it is shown', () => {
  const random = Uint8Array.from({ length: secondFactorLimits.recoveryCodeLength }, (_, index) => index * 37)
  const code = recoveryCodeOf(random)
  expect(inGroups(code)).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  expect(readCode(inGroups(code).toLowerCase())).toEqual({ kind: 'recovery', code })
})

test('every character of a recovery code is as likely as any other', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const character = recoveryCodeOf(Uint8Array.of(byte))
    counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  expect([...counts.values()]).toEqual(Array.from({ length: 32 }, () => 8))
})
