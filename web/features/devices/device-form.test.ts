import { expect, test } from 'vitest'
import { deviceChange } from '#contract/devices.ts'
import { changeOf, deviceForm, formOf } from './device-form.ts'
import { roller } from './testing/roller.ts'

test('a vehicle from when longer ones were allowed is told at its field, and can be shortened', () => {
  const device = { ...roller, vehicleBrand: `Moto Guzzi ${'x'.repeat(49)}`, vehicleModel: 'y'.repeat(60) }
  const form = formOf(device)
  expect(deviceForm.safeParse(form).error?.issues).toMatchObject([
    { path: ['vehicle'], message: 'Das Fahrzeug darf höchstens 100 Zeichen lang sein' },
  ])
  const shortened = { ...form, vehicle: form.vehicle.slice(0, 100) }
  expect(deviceForm.safeParse(shortened).success).toBe(true)
  expect(deviceChange.safeParse(changeOf(device, shortened)).success).toBe(true)
})
