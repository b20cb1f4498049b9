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

test('only what was changed is sent: what the page does not know of stays as it is stored', () => {
  const entered = { ...deviceFormOf(roller), deviceName: 'Rollerin' }
  expect(deviceChangeOf(roller, entered)).toStrictEqual({ deviceName: 'Rollerin', usageType: 'MOTORRAD' })
})

test('every field that was changed is sent, and one that was emptied as none', () => {
  const entered = {
    ...deviceFormOf(roller),
    vehicle: 'Vespa Primavera',
    vehiclePlate: ' ',
    notes: 'Ersatzschlüssel',
    season: '04-10',
    inspectionDue: '05/2027',
  }
  const change = deviceChangeOf(roller, entered)
  expect(deviceChange.parse(change)).toStrictEqual({
    deviceName: 'Roller',
    usageType: 'MOTORRAD',
    vehicleBrand: 'Vespa',
    vehicleModel: 'Primavera',
    vehiclePlate: null,
    notes: 'Ersatzschlüssel',
    season: { fromMonth: 4, toMonth: 10 },
    inspectionDue: '2027-05',
  })
})
