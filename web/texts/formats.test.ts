import { describe, expect, test } from 'vitest'
import {
  counted,
  digitsOf,
  formatAccuracy,
  formatAgo,
  formatDay,
  formatDayTime,
  formatDistance,
  formatExactTime,
  formatImei,
  formatTime,
  formatWait,
  formatWeekday,
  oClock,
} from './formats.ts'

describe('times are shown in Europe/Berlin', () => {
  test('by day, time and both', () => {
    expect(formatDay('2026-07-01T22:30:00Z')).toBe('02.07.2026')
    expect(formatTime('2026-07-01T22:30:00Z')).toBe('00:30')
    expect(formatDayTime('2026-01-01T12:05:09Z')).toBe('01.01.2026, 13:05')
    expect(formatExactTime('2026-01-01T12:05:09Z')).toBe('01.01.2026, 13:05:09')
    expect(formatWeekday('2026-11-21T12:00:00Z')).toBe('Samstag, 21. November 2026')
  })

  test('over both nights in which the clocks change', () => {
    expect(formatTime('2026-03-29T00:59:00Z')).toBe('01:59')
    expect(formatTime('2026-03-29T01:00:00Z')).toBe('03:00')
    expect(formatTime('2026-10-25T00:30:00Z')).toBe('02:30 MESZ')
    expect(formatTime('2026-10-25T01:30:00Z')).toBe('02:30 MEZ')
    expect(formatExactTime('2026-10-25T00:59:59Z')).toBe('25.10.2026, 02:59:59 MESZ')
    expect(formatDayTime('2026-10-25T02:00:00Z')).toBe('25.10.2026, 03:00')
    expect(formatDayTime('2026-10-24T00:30:00Z')).toBe('24.10.2026, 02:30')
  })

  test('in a sentence with „Uhr“, before the name of the zone', () => {
    expect(oClock(formatTime('2026-10-25T00:30:00Z'))).toBe('02:30 Uhr MESZ')
    expect(oClock(formatDayTime('2026-11-21T13:32:00Z'))).toBe('21.11.2026, 14:32 Uhr')
  })
})

test.each([
  ['2026-11-21T11:59:30Z', 'vor 30 Sekunden'],
  ['2026-11-21T11:58:00Z', 'vor 2 Minuten'],
  ['2026-11-21T09:00:00Z', 'vor 3 Stunden'],
  ['2026-11-20T10:00:00Z', 'gestern'],
  ['2026-11-21T12:00:00Z', 'jetzt'],
  ['2026-11-21T12:00:09Z', 'jetzt'],
  ['2026-11-21T12:02:00Z', 'jetzt'],
  ['2026-11-21T14:00:00Z', 'in 2 Stunden'],
  ['2026-08-01T12:00:00Z', 'vor 3 Monaten'],
])('%s is %s at noon of 21 November 2026', (moment, words) => {
  expect(formatAgo(moment, new Date('2026-11-21T12:00:00Z'))).toBe(words)
})

test.each([
  [1, '1 Sekunde'],
  [44.2, '45 Sekunden'],
  [61, '61 Sekunden'],
  [125, '3 Minuten'],
  [3600, '60 Minuten'],
  [7201, '3 Stunden'],
])('a wait of %s seconds is shown as %s', (seconds, words) => {
  expect(formatWait(seconds)).toBe(words)
})

test.each([
  [999.4, '999 m'],
  [1000, '1 km'],
  [3249, '3,2 km'],
  [123_456, '123 km'],
])('%s metres are %s', (metres, words) => {
  expect(formatDistance(metres)).toBe(words)
})

test('an accuracy has one decimal, and an unknown one says so', () => {
  expect(formatAccuracy(12)).toBe('12,0 m')
  expect(formatAccuracy(4.25)).toBe('4,3 m')
  expect(formatAccuracy(undefined)).toBe('N/A')
})

test('an IMEI is grouped 6, 6, 3, also while it is being typed', () => {
  expect(formatImei('356938035643809')).toBe('356938 035643 809')
  expect(formatImei('3569380')).toBe('356938 0')
})

test('pasted spaces and dashes of an IMEI are dropped', () => {
  expect(digitsOf(' 35-693803 564380-9\n')).toBe('356938035643809')
})

test('one thing is one, everything else is many', () => {
  expect([0, 1, 1234].map((count) => counted(count, 'Gerät', 'Geräte'))).toEqual([
    '0 Geräte',
    '1 Gerät',
    '1.234 Geräte',
  ])
})
