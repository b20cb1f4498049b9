import { expect, test } from 'vitest'
import { nextTime, offeredTime } from './pause-until.ts'

test.each([
  ['later today', '18:00', '2026-06-01T08:30:00Z', '2026-06-01T16:00:00.000Z'],
  ['in the coming night', '01:00', '2026-06-01T20:00:00Z', '2026-06-01T23:00:00.000Z'],
  ['tomorrow at the same time', '10:30', '2026-06-01T08:30:00Z', '2026-06-02T08:30:00.000Z'],
  ['on the day that ends an hour later', '12:00', '2026-10-24T20:00:00Z', '2026-10-25T11:00:00.000Z'],
  ['in the hour that comes twice, first', '02:30', '2026-10-24T20:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['in the hour that comes twice, again', '02:30', '2026-10-25T00:45:00Z', '2026-10-25T01:30:00.000Z'],
  ['in the hour that is skipped', '02:30', '2026-03-28T20:00:00Z', '2026-03-29T01:30:00.000Z'],
  ['never, if it is no time', '', '2026-06-01T08:30:00Z', null],
  ['never, if it is half a time', '18', '2026-06-01T08:30:00Z', null],
])('a time comes %s', (_name, time, now, expected) => expect(nextTime(time, new Date(now))).toBe(expected))

test.each([
  ['2026-06-01T08:30:00Z', '14:00'],
  ['2026-06-01T20:10:00Z', '02:00'],
])('at %s the time that is offered is %s', (now, expected) => expect(offeredTime(new Date(now))).toBe(expected))
