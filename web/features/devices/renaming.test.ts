import { expect, test } from 'vitest'
import { asWaiting, renaming } from './renaming.ts'
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

test('a new name is saved alone, also where another text is longer than is allowed now', () => {
  const long = { ...roller, vehicleBrand: 'x'.repeat(60), vehicleModel: 'y'.repeat(60) }
  const change = { deviceName: 'Rollerin', usageType: 'MOTORRAD' } as const
  expect(renaming(long, ' Rollerin ')).toEqual({ kind: 'save', change })
  expect(asWaiting(long, 'd1', change)).toEqual({
    kind: 'device',
    id: 'd1',
    base: long,
    mine: { ...long, deviceName: 'Rollerin' },
  })
})
