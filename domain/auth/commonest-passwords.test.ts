import { expect, test } from 'vitest'
import { isCommonest } from './commonest-passwords.ts'

test.each(['123456', 'passwort', 'Passwort', 'qwertz123', 'QWERTZ123', 'password', 'iloveyou', 'fu\u00dfball'])(
  '%j is one of the commonest',
  (password) => expect(isCommonest(password)).toBe(true),
)

test.each(['1234567x', 'passwort!', 'geheim1', 'qwertz1234', 'motorrad', '123 456', ''])(
  '%j is none of them: it may be weak, but is allowed',
  (password) => expect(isCommonest(password)).toBe(false),
)
