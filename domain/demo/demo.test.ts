import { describe, expect, test } from 'vitest'
import { poiCategories, poiTypesByCategory } from '#contract/pois/pois.ts'
import { demoWorldServerLimits } from '#contract/limits/demo-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { hourMs, minuteMs, secondMs } from '#contract/base/time-units.ts'
import { distanceMetres, withinATurn } from '#domain/geo/geo.ts'
import { karlsruhe } from './demo.ts'
import { demoDevices } from './demo-devices.ts'
import { demoPois } from './demo-pois.ts'
import { demoOuting, demoRide, demoRideGoingOn, demoTheft } from './demo-rides.ts'
import { demoWarnings } from './demo-warnings.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe.each([
  { name: 'the ride', fixes: demoRide(now) },
  { name: 'the theft', fixes: demoTheft(now) },
  { name: 'the ride going on', fixes: rideOfTwoHoursLater() },
  { name: 'the outing', fixes: demoOuting(now) },
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

test('the ride goes on where it was, four fixes a minute', () => {
  const [ride, rest] = [demoRide(now), rideOfTwoHoursLater()]
  const whole = [...ride, ...rest]
  expect(rest).toHaveLength(4 * 120)
  expect(
    whole.every(({ recordedAt }, index) => {
      const before = whole[index - 1]?.recordedAt
      return before === undefined || recordedAt.getTime() - before.getTime() === 15 * secondMs
    }),
  ).toBe(true)
  // A round later it is at the same place.
  expect(distanceMetres(whole[600] ?? karlsruhe, whole[600 - 4 * 76] ?? karlsruhe)).toBeLessThan(1)
  const last = rest.at(-1)?.recordedAt ?? now
  expect(demoRideGoingOn(now, last, new Date(last.getTime() + 10 * secondMs))).toEqual([])
})

test.each([
  ['the ride', demoRide(now), 60_000, 95_000, 20],
  ['the theft', demoTheft(now), 20_000, 35_000, 4],
])(
  '%s follows a road: it bends, and is much longer than the way as the crow flies',
  (_name, fixes, least, most, bends) => {
    const steps = fixes.slice(1).map((fix, index) => distanceMetres(fixes[index] ?? fix, fix))
    const metres = steps.reduce((sum, step) => sum + step, 0)
    expect(metres).toBeGreaterThan(least)
    expect(metres).toBeLessThan(most)
    // Degrees to the left or right between two fixes.
    const turns = fixes.slice(1).map(({ course }, index) => withinATurn(course - (fixes[index]?.course ?? course)))
    expect(turns.filter((turn) => Math.abs(turn) > 15).length).toBeGreaterThan(bends)
    // Nobody turns on the spot while riding.
    expect(turns.slice(1).filter((turn, index) => Math.abs(turn) > 150 && (steps[index] ?? 0) > 50)).toEqual([])
  },
)

test('the outing stops in Bad Herrenalb long enough to be two rides, and ends at home', () => {
  const outing = demoOuting(now)
  const standing = outing.filter(({ speed }) => speed === 0)
  const herrenalb: Place = { latitude: 48.798, longitude: 8.436 }
  expect(standing.filter((fix) => distanceMetres(fix, herrenalb) < 1_000)).toHaveLength(9)
  expect(distanceMetres(outing.at(0) ?? herrenalb, outing.at(-1) ?? herrenalb)).toBeLessThan(100)
})

test('what stands at home reports every ten minutes for as long as somebody looks', () => {
  const standing = demoDevices.find(({ id }) => id === 'demo-device-1')
  const known = standing?.fixes(now).at(-1)
  if (standing?.goesOn === undefined || known === undefined) throw new Error('the demo has a device that stands')
  const later = (minutes: number) => new Date(known.recordedAt.getTime() + minutes * minuteMs)
  expect(standing.goesOn(now, known.recordedAt, later(9))).toEqual([])
  const rest = standing.goesOn(now, known.recordedAt, later(25))
  expect(rest).toEqual([10, 20].map((minutes) => ({ ...known, recordedAt: later(minutes), speed: 0 })))
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
