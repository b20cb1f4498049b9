import { expect, test } from 'vitest'
import { nextDigest } from './digest.ts'

const night = { from: '22:00', to: '07:00' }

test.each([
  ['today, before its time', '18:00', null, '2026-11-24T16:59:59Z', '2026-11-24T17:00:00Z'],
  ['tomorrow, from its time on', '18:00', null, '2026-11-24T17:00:00Z', '2026-11-25T17:00:00Z'],
  ['in summer', '18:00', null, '2026-07-01T12:00:00Z', '2026-07-01T16:00:00Z'],
  ['after quiet hours that began before', '23:30', night, '2026-11-24T12:00:00Z', '2026-11-25T06:00:00Z'],
  ['of yesterday, once quiet hours end', '23:30', night, '2026-11-25T05:59:59Z', '2026-11-25T06:00:00Z'],
  ['when they have ended, tomorrow', '23:30', night, '2026-11-25T06:00:00Z', '2026-11-26T06:00:00Z'],
  ['unmoved by quiet hours at another time', '18:00', night, '2026-11-24T01:00:00Z', '2026-11-24T17:00:00Z'],
  ['past the short night of March', '18:00', null, '2026-03-28T17:00:00Z', '2026-03-29T16:00:00Z'],
  ['an hour later where March skips it', '02:30', null, '2026-03-28T22:00:00Z', '2026-03-29T01:30:00Z'],
  ['past the long night of October', '18:00', null, '2026-10-24T16:00:00Z', '2026-10-25T17:00:00Z'],
  ['at the first of the times that come twice', '02:30', null, '2026-10-25T00:29:59Z', '2026-10-25T00:30:00Z'],
  ['and not again at the second', '02:30', null, '2026-10-25T01:00:00Z', '2026-10-26T01:30:00Z'],
])('the e-mail of the day goes %s', (_when, time, quietHours, now, at) => {
  expect(nextDigest(time, quietHours, new Date(now))).toEqual(new Date(at))
})
