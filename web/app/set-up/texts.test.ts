import { expect, test } from 'vitest'
import { vehicleName, yourVehicle } from './texts.ts'

test.each([
  ['Tiger 900', 'MOTORRAD', 'Ihre Tiger 900'],
  ['Golf', 'AUTO', 'Ihr Golf'],
  ['Mein Motorrad', 'MOTORRAD', 'Ihr Motorrad'],
  ['Meine Vespa', 'MOTORRAD', 'Ihre Vespa'],
  ['Meiner', 'AUTO', 'Ihr Meiner'],
] as const)('%s (%s) is %s to its owner', (deviceName, usageType, expected) => {
  expect(yourVehicle({ deviceName, usageType })).toBe(expected)
})

test.each([
  ['Tiger 900', null, 'Tiger 900'],
  ['Tiger 900', 'KA-W 900', 'Tiger 900'],
  ['Mein Motorrad', 'KA-W 900', 'KA-W 900'],
  ['Wegwarte Spur', 'KA-W 900', 'KA-W 900'],
  ['Mein Auto', null, 'Mein Auto'],
  ['Wegwarte Spur', null, 'Wegwarte Spur'],
] as const)('%s with the plate %s is called %s', (deviceName, vehiclePlate, expected) => {
  expect(vehicleName({ deviceName, deviceModel: 'Wegwarte Spur', vehiclePlate })).toBe(expected)
})
