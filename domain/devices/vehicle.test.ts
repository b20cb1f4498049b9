import { describe, expect, test } from 'vitest'
import { editedVehicle, joinVehicle, splitVehicle } from './vehicle.ts'

describe('a typed vehicle is split at its first space', () => {
  test.each([
    ['BMW R 1250 GS', 'BMW', 'R 1250 GS'],
    ['  Škoda   Octavia  Combi ', 'Škoda', 'Octavia  Combi'],
    ['Vespa', 'Vespa', null],
    ['Triumph\tBonneville', 'Triumph', 'Bonneville'],
    ['', null, null],
    ['   ', null, null],
  ])('%j', (text, vehicleBrand, vehicleModel) => {
    expect(splitVehicle(text)).toEqual({ vehicleBrand, vehicleModel })
  })
})

test.each([
  [{ vehicleBrand: 'BMW', vehicleModel: 'R 1250 GS' }, 'BMW R 1250 GS'],
  [{ vehicleBrand: 'Vespa', vehicleModel: null }, 'Vespa'],
  [{ vehicleBrand: null, vehicleModel: 'Octavia' }, 'Octavia'],
  [{ vehicleBrand: null, vehicleModel: null }, ''],
  [{ vehicleBrand: '', vehicleModel: 'Octavia' }, 'Octavia'],
])('%j is shown as %j', (vehicle, text) => {
  expect(joinVehicle(vehicle)).toBe(text)
})

describe('editing the text', () => {
  const twoWords = { vehicleBrand: 'Moto Guzzi', vehicleModel: 'V7' }

  test('leaves brand and model as they are kept when nothing was changed', () => {
    expect(editedVehicle(twoWords, ' Moto Guzzi V7 ')).toEqual(twoWords)
  })

  test('splits what was typed when something was changed', () => {
    expect(editedVehicle(twoWords, 'Moto Guzzi V85')).toEqual({ vehicleBrand: 'Moto', vehicleModel: 'Guzzi V85' })
  })
})
