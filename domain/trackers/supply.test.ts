import { expect, test } from 'vitest'
import { isWired } from './supply.ts'

test.each([
  ['a phone', {}, false],
  ['a phone that sends volts instead of percent', { health: { batteryVolts: 11.43 } }, false],
  ['a built-in tracker', { health: { batteryVolts: 4.1, externalPower: false } }, true],
  ['a built-in tracker that does not know its supply yet', { health: { externalPower: null } }, true],
])('%s is wired to a vehicle, or is not', (_who, report, expected) => {
  expect(isWired(report)).toBe(expected)
})
