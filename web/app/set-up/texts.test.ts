import { expect, test } from 'vitest'
import { yourVehicle } from './texts.ts'

test.each([
  ['Tiger 900', 'MOTORRAD', 'Ihre Tiger 900'],
  ['Golf', 'AUTO', 'Ihr Golf'],
  ['Mein Motorrad', 'MOTORRAD', 'Ihr Motorrad'],
  ['Meine Vespa', 'MOTORRAD', 'Ihre Vespa'],
  ['Meiner', 'AUTO', 'Ihr Meiner'],
] as const)('%s (%s) is %s to its owner', (deviceName, usageType, expected) => {
  expect(yourVehicle({ deviceName, usageType })).toBe(expected)
})
