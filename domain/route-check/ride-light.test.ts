import { expect, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { destination, withinATurn } from '#domain/geo/geo.ts'
import { legsOf, samplesAlong } from './route.ts'
import { lightAt, rideLight, sunTimes } from './ride-light.ts'

const karlsruhe: Place = { latitude: 49.0069, longitude: 8.4037 }

/** Straight on from a place, a point each kilometre. */
function straight(start: Place, bearing: number, kilometres: number) {
  const line = Array.from({ length: kilometres + 1 }, (_, km) => {
    const { latitude, longitude } = destination(start, km * 1000, bearing)
    return { latitude, longitude: withinATurn(longitude) }
  })
  return samplesAlong(legsOf([line]), 250, 2000)
}
const kilometres = (ranges: readonly { from: number; to: number }[]) =>
  ranges.map(({ from, to }) => [Math.round(from / 1000), Math.round(to / 1000)])

/** Sunset in Karlsruhe is at 15:38 UTC then, in the south-west. */
const beforeSunset = { at: '2026-11-23T15:02:00Z', averageKmh: 60 }

test('a ride into the setting sun is blinded until it has set, and dark after that', () => {
  const { dark, glare } = rideLight(straight(karlsruhe, 236, 60), beforeSunset)
  expect(kilometres(glare)).toEqual([[0, 38]])
  expect(kilometres(dark)).toEqual([[38, 60]])
})

test.each([
  ['away from it', 56],
  ['across, with the sun at the left', 326],
  ['across, with the sun at the right', 146],
])('a ride %s is not blinded', (_, bearing) => {
  expect(rideLight(straight(karlsruhe, bearing, 20), beforeSunset).glare).toEqual([])
})

test.each([
  ['a high sun', '2026-06-21T11:30:00Z', 180],
  ['a dark night', '2026-06-21T23:30:00Z', 0],
])('%s does not blind', (_, at, bearing) => {
  expect(rideLight(straight(karlsruhe, bearing, 20), { at, averageKmh: 60 }).glare).toEqual([])
})

test('over the antimeridian the light is that of both sides', () => {
  const start = { latitude: 0, longitude: 179.95 }
  // Noon there is at midnight in UTC.
  const byDay = rideLight(straight(start, 90, 20), { at: '2026-03-20T00:00:00Z', averageKmh: 60 })
  const byNight = rideLight(straight(start, 90, 20), { at: '2026-03-20T12:00:00Z', averageKmh: 60 })
  expect([byDay.dark, kilometres(byNight.dark)]).toEqual([[], [[0, 20]]])
})

test('polar day has no dark part, and polar night nothing else', () => {
  const north = { latitude: 71, longitude: 25.8 }
  const at = (time: string) => rideLight(straight(north, 180, 20), { at: time, averageKmh: 60 })
  expect(at('2026-06-21T22:30:00Z').dark).toEqual([])
  expect(kilometres(at('2026-12-21T11:00:00Z').dark)).toEqual([[0, 20]])
})

const near = (instant: string | null, expected: string) =>
  Math.abs(Date.parse(instant ?? '') - Date.parse(expected)) < 5 * minuteMs

test.each([
  ['a day in winter', karlsruhe, '2026-11-23T22:30:00Z', '2026-11-23T06:46:00Z', '2026-11-23T15:38:00Z'],
  [
    'the day on which the clocks go back',
    karlsruhe,
    '2026-10-25T00:30:00Z',
    '2026-10-25T06:01:00Z',
    '2026-10-25T16:19:00Z',
  ],
])('sunrise and sunset on %s', (_, place, at, sunrise, sunset) => {
  const times = sunTimes(place, at)
  expect([near(times.sunrise, sunrise), near(times.sunset, sunset)]).toEqual([true, true])
})

test('where the sun does not rise or set, it has no time for that', () => {
  const north = { latitude: 71, longitude: 25.8 }
  expect(sunTimes(north, '2026-06-21T12:00:00Z')).toEqual({ sunrise: null, sunset: null })
  expect(sunTimes(north, '2026-12-21T12:00:00Z')).toEqual({ sunrise: null, sunset: null })
})

test.each([
  ['2026-11-23T12:00:00Z', 'day'],
  ['2026-11-23T15:50:00Z', 'dusk'],
  ['2026-11-23T17:00:00Z', 'dark'],
])('in Karlsruhe it is at %s %s', (at, light) => {
  expect(lightAt(karlsruhe, new Date(at))).toBe(light)
})
