import type { VehicleState } from '#contract/vehicles/vehicles.ts'

/** A vehicle that is well, at 21:00 in Germany. */
export const vehicle: VehicleState = {
  deviceId: 'd',
  deviceName: 'Enduro',
  usageType: 'MOTORRAD',
  vehiclePlate: 'KA-WW 125',
  demo: false,
  isOnline: true,
  lastActiveAt: '2026-11-21T19:59:00Z',
  trackingMode: 'BOTH',
  position: null,
  motion: { kind: 'STANDING', since: '2026-11-21T18:40:00Z', exact: true },
  weatherWarnings: [],
  guard: { kind: 'ARMED' },
  callForHelp: null,
  condition: { kind: 'STANDING' },
  battery: { percent: 96, volts: null, at: '2026-11-21T19:59:00Z' },
  externalPower: null,
  licenceEndsAt: '2027-06-01T00:00:00Z',
  season: null,
  inspectionDue: null,
  setup: [
    { step: 'TRACKER', done: true },
    { step: 'TRACKING', done: true },
    { step: 'TEST_ALARM', done: true },
  ],
}
