import { expect, test } from 'vitest'
import { hourMs } from '#contract/base/time-units.ts'
import { clockMinute, germanTime, germanTimeInWords, germanTimeOClock, utcDay, wallDurationMs } from './fix-time.ts'

test.each([
  ['2026-03-01T08:15:59.999Z', '2026-03-01T08:15:00.000Z'],
  ['2026-03-01T08:16:00.000Z', '2026-03-01T08:16:00.000Z'],
  ['2026-10-25T00:59:59.999Z', '2026-10-25T00:59:00.000Z'],
])('%s lies in the clock minute %s', (instant, minute) => {
  expect(clockMinute(new Date(instant)).toISOString()).toBe(minute)
})

test.each([
  ['2026-03-01T23:59:59.999Z', '2026-03-01'],
  ['2026-03-02T00:00:00.000Z', '2026-03-02'],
  // Shortly after midnight in Germany the UTC day is still the one before.
  ['2026-07-01T22:30:00.000Z', '2026-07-01'],
])('%s lies in the UTC day %s', (instant, day) => {
  expect(utcDay(new Date(instant)).toISOString()).toBe(`${day}T00:00:00.000Z`)
})

test.each([
  ['an ordinary day', '2026-07-01T10:00:00Z', '2026-07-02T10:00:00Z', 24],
  ['noon to noon over the night the clocks go forward', '2026-03-28T11:00:00Z', '2026-03-29T10:00:00Z', 24],
  ['noon to noon over the night they go back', '2026-10-24T10:00:00Z', '2026-10-25T11:00:00Z', 24],
  ['both passes of the doubled hour', '2026-10-25T00:00:00Z', '2026-10-25T02:00:00Z', 1],
])('German clocks show %s as %s to %s: %i hours', (_name, start, end, hours) => {
  expect(wallDurationMs(new Date(start), new Date(end))).toBe(hours * hourMs)
})

test.each([
  ['2026-02-28T23:00:00Z', '01.03.2026, 00:00'],
  ['2026-03-29T01:00:00Z', '29.03.2026, 03:00'],
  ['2026-10-25T00:30:00Z', '25.10.2026, 02:30 MESZ'],
  ['2026-10-25T01:30:00Z', '25.10.2026, 02:30 MEZ'],
])('%s is written %s', (instant, written) => {
  expect(germanTime(new Date(instant))).toBe(written)
})

test.each([
  ['2026-11-21T13:32:00Z', '21.11.2026, 14:32 Uhr', '21.11.2026, 14:32 Uhr (deutsche Zeit)'],
  ['2026-10-24T23:59:00Z', '25.10.2026, 01:59 Uhr', '25.10.2026, 01:59 Uhr (deutsche Zeit)'],
  ['2026-10-25T00:30:00Z', '25.10.2026, 02:30 Uhr MESZ', '25.10.2026, 02:30 Uhr (MESZ)'],
  ['2026-10-25T01:30:00Z', '25.10.2026, 02:30 Uhr MEZ', '25.10.2026, 02:30 Uhr (MEZ)'],
  ['2026-10-25T02:00:00Z', '25.10.2026, 03:00 Uhr', '25.10.2026, 03:00 Uhr (deutsche Zeit)'],
])('%s is written as %s, and alone as %s', (instant, oClock, inWords) => {
  expect(germanTimeOClock(new Date(instant))).toBe(oClock)
  expect(germanTimeInWords(new Date(instant))).toBe(inWords)
})
