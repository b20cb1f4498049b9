import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const night = { from: '22:00', to: '07:00' }
const noon = { from: '12:00', to: '14:00' }

test.each([
  ['before they begin', night, '2026-11-23T20:59:59Z', null],
  ['with their first second', night, '2026-11-23T21:00:00Z', '2026-11-24T06:00:00.000Z'],
  ['after midnight', night, '2026-11-24T01:00:00Z', '2026-11-24T06:00:00.000Z'],
  ['with their last second', night, '2026-11-24T05:59:59Z', '2026-11-24T06:00:00.000Z'],
  ['once they are over', night, '2026-11-24T06:00:00Z', null],
  ['within a day', noon, '2026-11-24T12:00:00Z', '2026-11-24T13:00:00.000Z'],
  ['past a day', noon, '2026-11-24T13:00:00Z', null],
  ['in a night of summer', night, '2026-07-01T22:30:00Z', '2026-07-02T05:00:00.000Z'],
  ['in the short night of March', night, '2026-03-29T00:30:00Z', '2026-03-29T05:00:00.000Z'],
  ['until a time that March skips', { from: '22:00', to: '02:30' }, '2026-03-29T00:59:00Z', '2026-03-29T01:30:00.000Z'],
  ['in the long night of October', night, '2026-10-25T00:30:00Z', '2026-10-25T06:00:00.000Z'],
  [
    'until the first of the times that come twice',
    { from: '22:00', to: '02:30' },
    '2026-10-25T00:29:00Z',
    '2026-10-25T00:30:00.000Z',
  ],
  ['and not again at the second', { from: '22:00', to: '02:30' }, '2026-10-25T01:15:00Z', null],
  ['with one minute a day left', { from: '08:01', to: '08:00' }, '2026-11-24T08:00:00Z', '2026-11-25T07:00:00.000Z'],
])('quiet hours hold %s', (_when, hours, now, end) => {
  expect(quietUntil(hours, new Date(now))?.toISOString() ?? null).toBe(end)
})
