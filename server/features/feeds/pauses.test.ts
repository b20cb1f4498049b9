import { describe, expect, test } from 'vitest'
import { minuteMs, hourMinutes, dayMinutes } from '#contract/base/time-units.ts'
import { type FeedAttempts, isFeedDue, notBeforeOf, pauseMinutes, retryAfterMinutes } from './pauses.ts'

const now = new Date('2026-06-02T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * minuteMs).toISOString()

describe('a source that wants to be asked daily', () => {
  const attempts = (
    success: number | null,
    attempt: number,
    failures = 0,
    notBefore: number | null = null,
  ): FeedAttempts => ({
    lastSuccessAt: success === null ? null : minutesAgo(success),
    lastAttemptAt: minutesAgo(attempt),
    failures,
    notBefore: notBefore === null ? null : minutesAgo(notBefore),
  })

  test.each<{ what: string; state: FeedAttempts | undefined; due: boolean }>([
    { what: 'never asked', state: undefined, due: true },
    { what: 'good for less than a day', state: attempts(dayMinutes - 60, dayMinutes - 60), due: false },
    { what: 'a day old', state: attempts(dayMinutes, dayMinutes), due: true },
    { what: 'a day old but for some seconds', state: attempts(dayMinutes - 0.5, dayMinutes - 0.5), due: true },
    { what: 'old, and failed half an hour ago', state: attempts(3 * dayMinutes, 30, 1), due: false },
    { what: 'old, and failed an hour ago', state: attempts(3 * dayMinutes, 60, 1), due: true },
    { what: 'old, and failed an hour ago for the second time', state: attempts(3 * dayMinutes, 60, 2), due: false },
    { what: 'old, and failed two hours ago for the second time', state: attempts(3 * dayMinutes, 120, 2), due: true },
    {
      what: 'old, and failed for the fifth time 16 hours ago',
      state: attempts(30 * dayMinutes, 16 * hourMinutes, 5),
      due: true,
    },
    {
      what: 'old, and failed for the hundredth time 23 hours ago',
      state: attempts(90 * dayMinutes, 23 * hourMinutes, 100),
      due: false,
    },
    {
      what: 'old, and failed for the hundredth time a day ago',
      state: attempts(90 * dayMinutes, dayMinutes, 100),
      due: true,
    },
    { what: 'good this morning, and failed by hand since', state: attempts(300, 200, 1), due: false },
    { what: 'never good, and failed just now', state: attempts(null, 1, 1), due: false },
    { what: 'never good, and cut off an hour ago', state: attempts(null, 60), due: true },
    { what: 'old, but to be left alone for another minute', state: attempts(3 * dayMinutes, 600, 1, -1), due: false },
    { what: 'old, and no longer to be left alone', state: attempts(3 * dayMinutes, 600, 1, 0), due: true },
  ])('and is $what: due is $due', ({ state, due }) => {
    expect(isFeedDue({ pollMinutes: dayMinutes }, state, now)).toBe(due)
  })
})

test.each([
  [5, [5, 10, 20, 40, 60, 60, 60]],
  [15, [5, 10, 20, 40, 60, 60, 60]],
  [60, [5, 10, 20, 40, 60, 60, 60]],
  [dayMinutes, [60, 120, 240, 480, 960, 1440, 1440]],
])('a source polled every %i minutes pauses longer with each failure: %j', (pollMinutes, pauses) => {
  expect(pauses.map((_, index) => pauseMinutes(pollMinutes, index + 1))).toEqual(pauses)
  expect(pauseMinutes(pollMinutes, 1000)).toBe(pauses.at(-1))
})

test.each([
  [null, null],
  ['', null],
  ['soon', null],
  ['120', 2],
  [' 0 ', 0],
  ['Tue, 02 Jun 2026 12:30:00 GMT', 30],
  ['Tue, 02 Jun 2026 11:30:00 GMT', 0],
  ['99999999999', dayMinutes],
])('Retry-After %j asks for a pause of %j minutes', (header, minutes) => {
  expect(retryAfterMinutes(header, now)).toBe(minutes)
})

test('a source that is overloaded and names no time is left alone for a quarter of an hour', () => {
  expect(notBeforeOf({ retryAfterMinutes: null }, now).toISOString()).toBe('2026-06-02T12:15:00.000Z')
  expect(notBeforeOf({ retryAfterMinutes: 2 }, now).toISOString()).toBe('2026-06-02T12:02:00.000Z')
})
