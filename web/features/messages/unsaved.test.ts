import { expect, test } from 'vitest'
import { type Unsaved, unsavedAfter } from './unsaved.ts'

const email = { choice: 'Diebstahl per E-Mail', problem: 'keine Verbindung' }
const push = { choice: 'Diebstahl per Push', problem: 'keine Verbindung' }

test.each<[string, Unsaved<string>[], [string, string | null], Unsaved<string>[]]>([
  ['the first that fails', [], [email.choice, email.problem], [email]],
  ['another one that is saved', [email], [push.choice, null], [email]],
  ['another one that fails', [email], [push.choice, push.problem], [email, push]],
  ['the same that is saved', [email, push], [email.choice, null], [push]],
  ['the same that fails otherwise', [email], [email.choice, 'zu oft'], [{ ...email, problem: 'zu oft' }]],
])('after %s, those choices are unsaved that failed themselves', (_what, before, [choice, problem], after) => {
  expect(unsavedAfter(before, choice, problem)).toEqual(after)
})
