import { expect, test } from 'vitest'
import { missedRoles } from './missed-roles.ts'

test.each([
  ['nobody has ever given a sign', [], []],
  ['one of two is gone', [{ role: 'gateway', running: 1, secondsAgo: 3 }], []],
  [
    'the last one is gone',
    [
      { role: 'api', running: 2, secondsAgo: 3 },
      { role: 'gateway', running: 0, secondsAgo: 185 },
    ],
    ['Seit 3 Minuten läuft kein Prozess mit der Rolle gateway. Tracker können nichts melden.'],
  ],
  [
    'a newer version has a role that this one does not know',
    [{ role: 'cook', running: 0, secondsAgo: 120 }],
    ['Seit 2 Minuten läuft kein Prozess mit der Rolle cook.'],
  ],
])('if %s, what is missed is said', (_name, signs, said) => {
  expect(missedRoles(signs)).toEqual(said)
})
