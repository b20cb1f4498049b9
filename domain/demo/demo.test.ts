import { describe, expect, test } from 'vitest'
import { poiCategories, poiTypesByCategory } from '#contract/pois.ts'
import { demoWorldServerLimits } from '#contract/demo-limits.ts'
import type { Place } from '#contract/place.ts'
import { hourMs, minuteMs } from '#contract/time-units.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { karlsruhe } from './demo.ts'
import { demoDevices } from './demo-devices.ts'
import { demoPois } from './demo-pois.ts'
import { demoRide, demoRideGoingOn, demoTheft } from './demo-rides.ts'
import { demoWarnings } from './demo-warnings.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe.each([
  { name: 'the ride', fixes: demoRide(now) },
  { name: 'the theft', fixes: demoTheft(now) },
  { name: 'the ride going on', fixes: rideOfTwoHoursLater() },
])('$name of the demo world', ({ fixes }) => {
  test('goes forward in time, at speeds a motorcycle rides', () => {
    const times = fixes.map(({ recordedAt }) => recordedAt.getTime())
    expect(times).toEqual(times.toSorted((earlier, later) => earlier - later))
    expect(new Set(times).size).toBe(times.length)
    for (const { speed, course } of fixes) {
      expect(speed).toBeLessThan(110)
      expect(course).toBeGreaterThanOrEqual(0)
      expect(course).toBeLessThan(360)
    }
  })
})

test('the ride and the theft end in the past', () => {
  for (const fixes of [demoRide(now), demoTheft(now)])
    expect(fixes.at(-1)?.recordedAt.getTime()).toBeLessThan(now.getTime())
})

test('the ride goes on where it was, a fix each minute', () => {
  const [ride, rest] = [demoRide(now), rideOfTwoHoursLater()]
  const whole = [...ride, ...rest]
  expect(rest).toHaveLength(120)
  expect(
    whole.every(({ recordedAt }, index) => {
      const before = whole[index - 1]?.recordedAt
      return before === undefined || recordedAt.getTime() - before.getTime() === minuteMs
    }),
  ).toBe(true)
  // A round later it is at the same place.
  expect(distanceMetres(whole[150] ?? karlsruhe, whole[150 - 96] ?? karlsruhe)).toBeLessThan(1)
  const last = rest.at(-1)?.recordedAt ?? now
  expect(demoRideGoingOn(now, last, new Date(last.getTime() + 30_000))).toEqual([])
})

/** Up to one minute before then, as it is reported. */
function rideOfTwoHoursLater() {
  const known = demoRide(now).at(-1)?.recordedAt ?? now
  return demoRideGoingOn(now, known, new Date(known.getTime() + 120 * minuteMs))
}

test('the demo world has points of every category but weather, and no id twice', () => {
  const pois = demoPois()
  expect(new Set(pois.map(({ sourceId }) => sourceId)).size).toBe(pois.length)
  for (const category of poiCategories.filter((name) => name !== 'weather')) {
    const types: readonly string[] = poiTypesByCategory[category]
    expect(pois.some(({ poiType }) => types.includes(poiType))).toBe(true)
  }
})

const visitors: [name: string, latitude: number, longitude: number][] = [
  ['Husum', 54.48, 9.05],
  ['Cloppenburg', 52.85, 8.05],
  ['Eisenach', 50.98, 10.32],
  ['Eberswalde', 52.83, 13.82],
  ['Bayreuth', 49.94, 11.58],
  ['Bitburg', 49.97, 6.52],
  ['Garmisch-Partenkirchen', 47.49, 11.1],
  ['Lörrach', 47.62, 7.66],
]

test.each(visitors)(
  'a visitor in %s finds POIs and a warning of the demo world within 60 km',
  (_name, latitude, longitude) => {
    const isNear = (place: Place) => distanceMetres(place, { latitude, longitude }) < 60_000
    expect(demoPois().filter(isNear).length).toBeGreaterThanOrEqual(3)
    const corners = demoWarnings(now).flatMap(({ ring }) =>
      ring.map(([east, north]) => ({ longitude: east, latitude: north })),
    )
    expect(corners.some(isNear)).toBe(true)
  },
)

test('the demo world has warnings of each level, in force as long as it is shown', () => {
  const warnings = demoWarnings(now)
  expect(new Set(warnings.map(({ sourceId }) => sourceId)).size).toBe(warnings.length)
  expect(warnings.slice(0, 4).map(({ level }) => level)).toEqual([1, 2, 3, 4])
  const builtAnew = new Date(now.getTime() + demoWorldServerLimits.freshHours * hourMs)
  for (const { validFrom, validUntil, ring } of warnings) {
    expect(validFrom < now && builtAnew < validUntil).toBe(true)
    expect(ring.at(0)).toEqual(ring.at(-1))
  }
})

test('no device of the demo world has an IMEI that a real one could have', () => {
  // 99 is not among the reporting bodies of real IMEIs.
  for (const { imei } of demoDevices) expect(imei).toMatch(/^99\d{13}$/)
})
