import { expect, test } from 'vitest'
import { deviceChange } from '#contract/devices/devices.ts'
import { deviceChangeOf, deviceForm, deviceFormOf } from './device-form.ts'
import { roller } from '#web/features/devices/testing/roller.ts'

test('a vehicle saved when longer texts were allowed is reported at its field, and can be shortened', () => {
  const device = { ...roller, vehicleBrand: `Moto Guzzi ${'x'.repeat(49)}`, vehicleModel: 'y'.repeat(60) }
  const form = deviceFormOf(device)
  expect(deviceForm.safeParse(form).error?.issues).toMatchObject([
    { path: ['vehicle'], message: 'Das Fahrzeug darf höchstens 100 Zeichen lang sein' },
  ])
  const shortened = { ...form, vehicle: form.vehicle.slice(0, 100) }
  expect(deviceForm.safeParse(shortened).success).toBe(true)
  expect(deviceChange.safeParse(deviceChangeOf(device, shortened)).success).toBe(true)
})
