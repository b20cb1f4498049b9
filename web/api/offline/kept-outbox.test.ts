import { expect, test } from 'vitest'
import { keptBodies } from '#contract/kept-bodies/changes.ts'
import { deliveredSettings } from '#domain/settings/settings.ts'
import { readKept } from './outbox-sending.ts'

/*
 * Changes as landed versions of the app have kept them in the browser. Lines are only added: a change that was made on a
 * ferry yesterday is read by the page of today.
 */
const at = '2026-11-21T12:00:00.000Z'
const texts = { vehicleBrand: 'Vespa', vehicleModel: null, vehiclePlate: null, notes: null }
const undated = { deviceName: 'Spur', usageType: 'MOTORRAD', ...texts }
const dated = { ...undated, season: { fromMonth: 3, toMonth: 10 }, inspectionDue: null }
const draft = { settings: deliveredSettings(), led: null }

test.each<[string, object]>([
  ['a device before dates', { kind: 'device', id: 'd1', base: undated, mine: { ...undated, deviceName: 'Kombi' } }],
  ['a device with dates', { kind: 'device', id: 'd1', base: dated, mine: { ...dated, season: null } }],
  ['settings', { kind: 'settings', of: 'account', id: 'anna', base: draft, mine: draft }],
  ['a report', { kind: 'report', report: { poiType: 'TrafficJam', latitude: 49, longitude: 8, seenAt: at } }],
  ['a word without nearness', { kind: 'vote', id: 'r1', poiType: 'Obstacle', confirms: true, seenAt: at }],
  ['a word', { kind: 'vote', id: 'r1', poiType: 'Obstacle', confirms: true, seenAt: at, nearness: 'near' }],
  ['a ride', { kind: 'ride', id: 'd1', at }],
  ['a theft', { kind: 'theft', id: 'd1', at, since: at }],
])('what an earlier version has kept is read: %s', (_name, change) => {
  const value = { change, stuck: null }
  expect(readKept(value)).toEqual(value)
})

/** A page keeps what it would have sent: a new field of a device has its line there. */
const ofDevices = keptBodies([]).filter(([call]) => call === 'PUT /api/devices/:id')

test('each body of a device that is kept as sent is read as what a browser has kept, too', () => {
  expect(ofDevices.length).toBeGreaterThan(2)
  for (const [, , body] of ofDevices) {
    const value = {
      change: { kind: 'device', id: 'd1', base: dated, mine: Object.assign({ ...dated }, body) },
      stuck: null,
    }
    expect(readKept(value)).toEqual(value)
  }
})

test.each([[{ change: { kind: 'device', id: 'd1', mine: { notes: 'Kette' } }, stuck: null }], ['Hallo'], [null]])(
  'what cannot be read is shown and not sent: %o',
  (value) => {
    expect(readKept(value)).toEqual({ change: { kind: 'unreadable', value }, stuck: { why: 'unreadable' } })
  },
)
