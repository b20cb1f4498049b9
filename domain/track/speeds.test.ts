import { expect, test } from 'vitest'
import { destination } from '#domain/geo/geo.ts'
import { fixAt, garage, ride } from '#domain/testing/ride.ts'
import { speedsOf } from './speeds.ts'

const noon = '2026-06-13T10:00:00Z'
const rounded = (speeds: (number | null)[]) => speeds.map((kmh) => (kmh === null ? null : Math.round(kmh)))

test('speeds are those that the tracker reported', () => {
  const track = ride(noon, [{ kmh: 60, minutes: 2 }]).map((fix) => ({ ...fix, speed: 57 }))
  expect(speedsOf(track)).toEqual([57, 57, 57])
})

test('speeds that were not reported are measured from fix to fix; the first fix has none', () => {
  expect(rounded(speedsOf(ride(noon, [{ kmh: 60, minutes: 3 }])))).toEqual([null, 60, 60, 60])
})

test('for fixes of every second they are measured over ten seconds, so that drift does not look like speed', () => {
  const parked = ride(noon, [{ kmh: 0, minutes: 2, everyMs: 1000, drift: 4 }])
  expect(Math.max(...speedsOf(parked).map((kmh) => kmh ?? 0))).toBeLessThan(30)
  const riding = ride(noon, [{ kmh: 90, minutes: 1, everyMs: 1000 }])
  expect(rounded(speedsOf(riding)).slice(1)).toEqual(Array.from({ length: 60 }, () => 90))
})

test('after a gap, and for two fixes of one moment, the speed is unknown', () => {
  const silent = ride(noon, [
    { kmh: 60, minutes: 1 },
    { kmh: 60, minutes: 30, silent: true },
  ])
  expect(rounded(speedsOf(silent))).toEqual([null, 60, null])
  const time = Date.parse(noon)
  expect(speedsOf([fixAt(garage, time), fixAt(garage, time)])).toEqual([null, null])
})

test.each([
  ['always 0', 60, () => 0],
  ['always 0, each minute only', 60, () => 0],
  ['metres a second for kilometres an hour', 18, () => 5],
  ['knots for kilometres an hour', 60, () => 32],
])('a speed that the way contradicts (%s) is measured instead', (name, kmh, told) => {
  const everyMs = name.endsWith('only') ? 60_000 : 10_000
  const track = ride(noon, [{ kmh, minutes: 10, everyMs }]).map((fix) => ({ ...fix, speed: told() }))
  const afterAMinute = rounded(speedsOf(track)).slice(60_000 / everyMs)
  expect(new Set(afterAMinute)).toEqual(new Set([kmh]))
})

test('a reported speed is believed at a traffic light, and where the fixes of a parked vehicle wander or one goes astray', () => {
  const light = ride(noon, [
    { kmh: 50, minutes: 2, everyMs: 10_000 },
    { kmh: 0, minutes: 1, everyMs: 10_000 },
  ]).map((fix, index) => ({ ...fix, speed: index <= 12 ? 50 : 0 }))
  expect(speedsOf(light).slice(13)).toEqual([0, 0, 0, 0, 0, 0])
  const parked = ride(noon, [{ kmh: 0, minutes: 10, everyMs: 10_000, drift: 12 }]).map((fix, index) => ({
    ...fix,
    ...(index === 30 && destination(fix, 300, 90)),
    speed: 0,
  }))
  expect(new Set(speedsOf(parked))).toEqual(new Set([0]))
})
