import { expect, test } from 'vitest'
import type { Device } from '#contract/devices/devices.ts'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { subjectOf } from './subject.ts'
import { spur } from '#domain/testing/device-details.ts'
import { vehicle } from '#web/texts/testing/vehicle.ts'

const device = (id: string): Device => ({
  ...spur,
  id,
  deviceName: `Tiger ${id}`,
  imei: '356938035643809',
  isOnline: true,
  hasActiveLicense: true,
  activeLicense: null,
  hasPosition: true,
  registeredAt: '2026-01-01T00:00:00Z',
  lastActiveAt: null,
  battery: null,
  externalPower: null,
  loss: null,
  offer: null,
  deviceModel: 'Wegwarte Spur',
  demo: false,
})
const open: VehicleState['setup'] = [{ step: 'TRACKER', done: false }]
const own = [device('ready'), device('open')]
const states = [
  { ...vehicle, deviceId: 'ready' },
  { ...vehicle, deviceId: 'open', setup: open },
]

test.each<[string, Device[], VehicleState[], string | null, string | null]>([
  ['the one that is asked for', own, states, 'ready', 'ready'],
  ['none where the one that is asked for is not known', own, states, 'sold', null],
  ['none where its state is not known yet', own, states.slice(0, 1), 'open', null],
  ['the first that is not set up', own, states, null, 'open'],
  ['the first where all are set up', own.slice(0, 1), states, null, 'ready'],
  ['none where there is none', [], [], null, null],
])('%s is set up', (_which, devices, known, asked, expected) => {
  expect(subjectOf(devices, known, asked)?.device.id ?? null).toBe(expected)
})
