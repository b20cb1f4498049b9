import { describe, expect, test } from 'vitest'
import { spur } from '#domain/testing/device-details.ts'
import type { Device } from '#contract/devices/devices.ts'
import { type PoiType, poiTypesByCategory } from '#contract/pois/pois.ts'
import type { CheckedRoute, RouteItem } from '#contract/route-check/route-check.ts'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import {
  devicesAsKnown,
  hasCameras,
  positionAsKnown,
  positionsAsKnown,
  vehiclesAsKnown,
  withoutCameras,
} from './as-known.ts'

const now = new Date('2026-11-22T21:00:00Z')

describe('a device that was online when it was last heard of', () => {
  const device: Device = {
    id: 'd1',
    imei: '356938035643809',
    ...spur,
    isOnline: true,
    hasActiveLicense: true,
    activeLicense: null,
    hasPosition: true,
    hasFix: true,
    registeredAt: '2026-01-01T00:00:00Z',
    lastActiveAt: null,
    battery: null,
    externalPower: null,
    loss: null,
    offer: null,
    deviceModel: 'Wegwarte Spur',
    demo: false,
  }

  test.each([
    ['2026-11-22T20:50:00Z', true],
    ['2026-11-22T20:45:00Z', false],
    ['2026-11-20T20:59:00Z', false],
    [null, false],
  ])('and last reported at %s is called online: %s', (lastActiveAt, isOnline) => {
    expect(devicesAsKnown([{ ...device, lastActiveAt }], now)).toEqual([{ ...device, lastActiveAt, isOnline }])
  })

  test('stays offline if it was', () => {
    const offline = { ...device, isOnline: false, lastActiveAt: '2026-11-22T20:59:00Z' }
    expect(devicesAsKnown([offline], now)).toEqual([offline])
  })
})

test.each([
  ['2026-11-22T20:00:00Z', true],
  ['2026-11-08T21:00:00Z', true],
  ['2026-11-08T20:59:59Z', false],
])('a position of %s may still be shown: %s', (recordedAt, shown) => {
  const position = { latitude: 49, longitude: 8.4, recordedAt }
  expect(positionAsKnown(position, now)).toEqual(shown ? position : null)
  expect(positionAsKnown(null, now)).toBeNull()
})

test.each([
  ['2026-11-22T20:50:00Z', true, 'MOVING'],
  ['2026-11-22T20:40:00Z', false, 'LAST_MOVING'],
  ['2026-11-01T20:40:00Z', false, undefined],
] as const)('a vehicle that was moving at %s is online: %s, and said to be %s', (at, isOnline, kind) => {
  const vehicle: VehicleState = {
    deviceId: 'd1',
    deviceName: 'Spur',
    usageType: 'MOTORRAD',
    vehiclePlate: null,
    demo: false,
    isOnline: true,
    lastActiveAt: at,
    trackingMode: 'BOTH',
    position: { latitude: 49, longitude: 8.4, recordedAt: at },
    placeName: 'Karlsruhe',
    motion: { kind: 'MOVING', since: at, exact: true },
    guard: { kind: 'ARMED' },
    callForHelp: null,
    condition: { kind: 'STANDING' },
    battery: null,
    externalPower: null,
    season: null,
    inspectionDue: null,
    licenceEndsAt: null,
    setup: [],
    weatherWarnings: [],
  }
  const [known] = vehiclesAsKnown([vehicle], now)
  expect(known?.isOnline).toBe(isOnline)
  expect(known?.motion?.kind).toBe(kind)
  // Nor is it said where a vehicle was of which no position may be shown any more.
  expect(known?.placeName).toBe(kind === undefined ? null : 'Karlsruhe')
})

test('of a checked route nothing is kept that monitors drivers; all that warns of the road is', () => {
  const types = Object.values(poiTypesByCategory).flat()
  const whole = { ...route, items: types.map(item) }
  expect([hasCameras(whole), hasCameras(withoutCameras(whole))]).toEqual([true, false])
  const kept = withoutCameras(whole).items.map(({ poi }) => poi.poiType)
  const { stationarySpeedCameras, mobileSpeedCameras, ...others } = poiTypesByCategory
  expect(kept).toEqual(['DangerZone', 'DangerZoneEnd', 'Tunnel', ...Object.values(others).flat()])
  expect(kept).not.toContain(stationarySpeedCameras[0])
  expect(kept).not.toContain(mobileSpeedCameras[0])
})

const route: CheckedRoute = {
  lengthMetres: 1_000,
  items: [],
  truncated: false,
  warnings: [],
  closures: [],
  ride: null,
  sources: [],
}

function item(poiType: PoiType): RouteItem {
  const poi = { id: poiType, poiType, latitude: 49, longitude: 8.4 } as RouteItem['poi']
  return { alongMetres: 1, distanceMetres: 1, side: 'on', direction: 'same', because: [], onlyAt: null, poi }
}

test('of a kept day nothing is shown that is older than positions are kept', () => {
  const at = (recordedAt: string) => ({ latitude: 49, longitude: 8.4, recordedAt })
  const day = [at('2026-11-08T20:59:59Z'), at('2026-11-08T21:00:01Z')]
  expect(positionsAsKnown(day, now)).toEqual(day.slice(1))
})
