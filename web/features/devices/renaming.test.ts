import { expect, test } from 'vitest'
import { renaming } from './renaming.ts'
import { roller } from './testing/roller.ts'

test.each([
  ['Roller', { kind: 'unchanged' }],
  ['  Roller ', { kind: 'unchanged' }],
  ['', { kind: 'wrong', message: 'Bitte geben Sie einen Gerätenamen ein' }],
  ['   ', { kind: 'wrong', message: 'Bitte geben Sie einen Gerätenamen ein' }],
  ['x'.repeat(101), { kind: 'wrong', message: 'Der Gerätename darf höchstens 100 Zeichen lang sein' }],
])('„Roller“ renamed to %j', (typed, outcome) => {
  expect(renaming(roller, typed)).toEqual(outcome)
})

test('a new name is saved with everything else as it was', () => {
  const kept = { id: 'not sent', ...roller }
  expect(renaming(kept, ' Rollerin ')).toEqual({ kind: 'save', change: { ...roller, deviceName: 'Rollerin' } })
})

test('a vehicle saved when longer texts were allowed is named as the reason if it prevents saving', () => {
  const long = { ...roller, vehicleBrand: 'x'.repeat(60), vehicleModel: 'y'.repeat(60) }
  expect(renaming(long, 'Rollerin')).toEqual({
    kind: 'wrong',
    message: 'Das Fahrzeug darf höchstens 100 Zeichen lang sein. Bitte ändern Sie das zuerst über „Bearbeiten“.',
  })
  expect(renaming(long, 'Roller')).toEqual({ kind: 'unchanged' })
})
