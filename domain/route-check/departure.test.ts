import { expect, test } from 'vitest'
import { departureMistake, departureOfTyped, offeredDepartures, passedAt, passedWhile } from './departure.ts'

const now = new Date('2026-10-20T12:00:00Z')
const departure = { at: '2026-10-20T14:00:00.000Z', averageKmh: 60 }

test.each([
  ['2026-10-19T12:10:00Z', null],
  ['2026-10-19T11:50:00Z', 'schon vorbei'],
  ['1970-01-01T00:00:00Z', 'schon vorbei'],
  ['2027-10-20T12:00:00Z', null],
  ['2027-11-20T12:00:00Z', 'mehr als ein Jahr'],
])('a departure at %s: %s', (at, words) => {
  const mistake = departureMistake(at, now)
  if (words === null) expect(mistake).toBeNull()
  else expect(mistake).toContain(words)
})

test.each([
  ['2026-10-21T09:00', { at: '2026-10-21T07:00:00.000Z' }],
  // The hour that comes twice: its first occurrence.
  ['2026-10-25T02:30', { at: '2026-10-25T00:30:00.000Z' }],
  ['2026-10-25T03:30', { at: '2026-10-25T02:30:00.000Z' }],
  ['2027-03-28T02:30', { mistake: expect.stringContaining('gibt es an dem Tag nicht') }],
  ['', { mistake: expect.stringContaining('Tag und Uhrzeit') }],
  ['2026-10-20T13:50', { at: '2026-10-20T11:50:00.000Z' }],
  ['2026-10-20T13:40', { mistake: expect.stringContaining('schon vorbei') }],
  ['1970-01-01T09:00', { mistake: expect.stringContaining('schon vorbei') }],
])('the wall time "%s" as a departure', (wall, expected) => {
  expect(departureOfTyped(wall, now)).toEqual(expected)
})

test.each([
  [
    'in the morning',
    '2026-10-20T08:30:00Z',
    [
      ['TODAY_EVENING', '2026-10-20T16:00'],
      ['TOMORROW_MORNING', '2026-10-21T06:00'],
      ['TOMORROW_EVENING', '2026-10-21T16:00'],
    ],
  ],
  [
    'in the evening',
    '2026-10-20T16:00:00Z',
    [
      ['TOMORROW_MORNING', '2026-10-21T06:00'],
      ['TOMORROW_EVENING', '2026-10-21T16:00'],
    ],
  ],
  [
    'after midnight',
    '2026-10-20T22:30:00Z',
    [
      ['TODAY_MORNING', '2026-10-21T06:00'],
      ['TODAY_EVENING', '2026-10-21T16:00'],
      ['TOMORROW_MORNING', '2026-10-22T06:00'],
    ],
  ],
  [
    'before clocks are put back',
    '2026-10-24T15:00:00Z',
    [
      ['TODAY_EVENING', '2026-10-24T16:00'],
      ['TOMORROW_MORNING', '2026-10-25T07:00'],
      ['TOMORROW_EVENING', '2026-10-25T17:00'],
    ],
  ],
  [
    'before they are put forward',
    '2026-03-28T18:00:00Z',
    [
      ['TOMORROW_MORNING', '2026-03-29T06:00'],
      ['TOMORROW_EVENING', '2026-03-29T16:00'],
    ],
  ],
])('what is offered %s', (_when, at, expected) => {
  const offered = offeredDepartures(new Date(at))
  expect(offered.map((one) => [one.time, one.at.slice(0, 16)])).toEqual(expected)
  for (const one of offered) expect(departureMistake(one.at, new Date(at))).toBeNull()
})

test('a ride of 60 km/h passes kilometre 90 after an hour and a half, in the doubled hour, too', () => {
  expect(passedAt(departure, 90_000).toISOString()).toBe('2026-10-20T15:30:00.000Z')
  const atNight = { at: '2026-10-25T00:30:00.000Z', averageKmh: 60 }
  expect(passedAt(atNight, 60_000).toISOString()).toBe('2026-10-25T01:30:00.000Z')
})

test.each([
  ['all of it', '2026-10-20T10:00:00Z', null, { from: 10_000, to: 40_000 }],
  ['from its begin', '2026-10-20T14:20:00Z', null, { from: 20_000, to: 40_000 }],
  ['until its end', '2026-10-20T14:00:00Z', '2026-10-20T14:30:00Z', { from: 10_000, to: 30_000 }],
  ['over before', '2026-10-20T14:00:00Z', '2026-10-20T14:05:00Z', null],
  ['not yet begun', '2026-10-20T15:00:00Z', '2026-10-20T18:00:00Z', null],
])('of a range between km 10 and 40, what is passed while it holds: %s', (_, from, until, expected) => {
  expect(passedWhile(departure, { from: 10_000, to: 40_000 }, { from, until })).toEqual(expected)
})

test('in the hour that comes twice a typed time is the second one when the first is over', () => {
  const late = new Date('2026-10-25T00:50:00Z')
  expect(departureOfTyped('2026-10-25T02:30', late)).toEqual({ at: '2026-10-25T01:30:00.000Z' })
  expect(departureOfTyped('2026-10-25T02:40', late)).toEqual({ at: '2026-10-25T00:40:00.000Z' })
  expect(departureOfTyped('2026-10-25T02:40+01:00', late)).toEqual({ at: '2026-10-25T01:40:00.000Z' })
})
