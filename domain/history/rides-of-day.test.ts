import { describe, expect, it, test } from 'vitest'
import type { Position } from '#contract/history/history.ts'
import { fixAt, ride, type Step } from '#domain/testing/ride.ts'
import { addDays } from '#domain/time/days.ts'
import { instantOfWallTime } from '#domain/time/time.ts'
import { chaptersOf } from '#domain/track/trips.ts'
import { rangeOfRides } from './around-midnight.ts'
import { positionsOfRides, rideUnderWay } from './rides-of-day.ts'

const still = (minutes: number): Step => ({ kmh: 0, minutes })
const riding = (minutes: number): Step => ({ kmh: 60, minutes })
const silent = (minutes: number): Step => ({ kmh: 60, minutes, silent: true })

const instant = (wall: string) => instantOfWallTime(wall) ?? ''
const dayOf = (day: string) => ({ start: instant(`${day}T00:00`), end: instant(`${addDays(day, 1)}T00:00`) })

/** What a day shows of a track: each trip with its beginning and its length. */
function tripsOn(day: string, track: readonly Position[]): string[] {
  const range = rangeOfRides(dayOf(day))
  const asked = track.filter(({ recordedAt }) => range.start <= recordedAt && recordedAt <= range.end)
  const trips = chaptersOf(positionsOfRides(asked, dayOf(day))).filter(({ kind }) => kind === 'trip')
  return trips.map(({ start, durationMs }) => `${start.slice(11, 16)} ${durationMs / 60_000} min`)
}

describe('a ride belongs to the day on which it began', () => {
  // Midnight of the 14th is 22:00 UTC of the 13th.
  it.each<[string, Step[], before: string[], after: string[]]>([
    ['one over midnight is whole there, and nowhere else', [still(90), riding(60), still(60)], ['21:30 60 min'], []],
    [
      'the next one is on the day that has begun',
      [still(90), riding(60), still(60), riding(20), still(60)],
      ['21:30 60 min'],
      ['23:30 20 min'],
    ],
    ['one that arrives at midnight', [still(90), riding(30), still(120)], ['21:30 30 min'], []],
    ['one that sets off at midnight', [still(120), riding(30), still(60)], [], ['22:00 30 min']],
    ['one that arrives before', [still(30), riding(30), still(180)], ['20:30 30 min'], []],
    [
      'one with a fuel stop at midnight',
      [still(60), riding(55), still(8), riding(55), still(60)],
      ['21:00 118 min'],
      [],
    ],
    [
      'two with a stop at midnight between them',
      [still(60), riding(50), still(20), riding(50), still(60)],
      ['21:00 50 min'],
      ['22:10 50 min'],
    ],
    [
      'one through a tunnel at midnight',
      [still(60), riding(50), silent(20), riding(50), still(60)],
      ['21:00 120 min'],
      [],
    ],
    ['one of eight hours', [still(90), riding(480), still(60)], ['21:30 480 min'], []],
    ['one that is still under way', [still(90), riding(60)], ['21:30 60 min'], []],
    ['none in a parked night', [still(600)], [], []],
  ])('%s', (_name, steps, before, after) => {
    const track = ride('2026-06-13T20:00:00Z', steps)
    expect(tripsOn('2026-06-13', track)).toEqual(before)
    expect(tripsOn('2026-06-14', track)).toEqual(after)
  })

  it.each([
    ['into the day on which clocks are put forward', '2026-03-28', '2026-03-29', '2026-03-28T21:00:00Z', '22:30'],
    ['out of it', '2026-03-29', '2026-03-30', '2026-03-29T20:00:00Z', '21:30'],
    ['into the day on which they are put back', '2026-10-24', '2026-10-25', '2026-10-24T20:00:00Z', '21:30'],
    ['out of it', '2026-10-25', '2026-10-26', '2026-10-25T21:00:00Z', '22:30'],
  ])('also %s: %s', (_name, begun, next, start, at) => {
    const track = ride(start, [still(90), riding(300), still(60), riding(20), still(30)])
    expect(tripsOn(begun, track)).toEqual([`${at} 300 min`])
    expect(tripsOn(next, track)).toHaveLength(1)
    expect(tripsOn(addDays(next, 1), track)).toEqual([])
  })

  test('and begins at the earliest as long before midnight as is asked for: both days agree on longer ones, too', () => {
    const track = ride('2026-06-13T14:00:00Z', [still(60), riding(600), still(60)])
    expect(tripsOn('2026-06-13', track)).toEqual(['15:00 600 min'])
    expect(tripsOn('2026-06-14', track)).toEqual([])
  })
})

test('the night before and the half day after are asked for', () => {
  expect(rangeOfRides(dayOf('2026-10-25'))).toEqual({
    start: '2026-10-24T20:00:00.000Z',
    end: '2026-10-26T11:00:00.000Z',
  })
})

test('a day without a ride at its ends is what its clocks showed', () => {
  const track = ride('2026-06-12T20:00:00Z', [still(28 * 60)])
  const { start, end } = dayOf('2026-06-13')
  expect(positionsOfRides(track, { start, end })).toEqual(
    track.filter(({ recordedAt }) => start <= recordedAt && recordedAt <= end),
  )
})

test.each([
  [
    'it has arrived once the vehicle stands',
    [still(90), riding(60), still(30)],
    { arrival: '22:30', hasArrived: true },
  ],
  ['not before', [still(90), riding(45)], { arrival: '22:15', hasArrived: false }],
  ['there is none without positions after midnight', [still(90), riding(20)], null],
])('of the ride that is under way at midnight: %s', (_name, steps, expected) => {
  const found = rideUnderWay(ride('2026-06-13T20:00:00Z', steps), '2026-06-13T22:00:00Z')
  expect(found && { ...found, arrival: found.arrival.slice(11, 16) }).toEqual(expected)
})

test('there is none where nothing is stored, or only one position', () => {
  expect(rideUnderWay([], '2026-06-13T22:00:00Z')).toBeNull()
  const alone = fixAt({ latitude: 49, longitude: 8.4 }, Date.parse('2026-06-13T22:00:00Z'))
  expect(rideUnderWay([alone], '2026-06-13T22:00:00Z')).toBeNull()
})
