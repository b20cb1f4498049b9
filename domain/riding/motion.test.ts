import { expect, test } from 'vitest'
import { destination } from '#domain/geo/geo.ts'
import { type Motion, moved, type RidingFix } from './motion.ts'

const start = { latitude: 52.39, longitude: 9.73 }
const eastwards = (second: number, more: Partial<RidingFix> = {}): RidingFix => ({
  ...destination(start, 20 * second, 90),
  at: second * 1000,
  accuracy: 8,
  speed: 20,
  course: 90,
  ...more,
})
const after = (fixes: readonly RidingFix[]) => fixes.reduce<Motion | null>(moved, null)
const degrees = (radians: number | null | undefined) => Math.round(((radians ?? NaN) * 180) / Math.PI)

test('two fast fixes are a ride, and two slow ones end it', () => {
  expect(after([eastwards(0)])?.isRiding).toBe(false)
  expect(after([eastwards(0), eastwards(1)])?.isRiding).toBe(true)
  const stops = [eastwards(2, { speed: 0.5 }), eastwards(3, { ...eastwards(2), at: 3000, speed: 0 })]
  expect(after([eastwards(0), eastwards(1), ...stops.slice(0, 1)])?.isRiding).toBe(true)
  expect(after([eastwards(0), eastwards(1), ...stops])?.isRiding).toBe(false)
})

test('a phone that tells neither speed nor course is measured by its places', () => {
  const mute = { speed: null, course: null }
  const motion = after([0, 1, 2, 3, 4].map((second) => eastwards(second, mute)))
  expect(motion?.speed).toBeCloseTo(20, 0)
  expect(degrees(motion?.course)).toBe(90)
  expect(motion?.isRiding).toBe(true)
})

test('a standing phone has no course, whatever it tells', () => {
  expect(after([eastwards(0, { speed: 0, course: 12 })])?.course).toBeNull()
  expect(after([eastwards(0, { speed: 0, course: NaN })])?.course).toBeNull()
})

test.each([
  ['nothing', { latitude: NaN }],
  ['no accuracy', { accuracy: NaN }],
  ['an earlier time', { at: 500 }],
])('a fix of %s changes nothing', (_, more) => {
  const before = after([eastwards(0), eastwards(1)])
  expect(before && moved(before, eastwards(2, more))).toBe(before)
})

test('a jump is passed over three times, then the place is believed', () => {
  const aside = (second: number) => eastwards(second, destination(eastwards(second), 200, 0))
  const ride = [0, 1, 2, 3].map((second) => eastwards(second))
  const jumped = after([...ride, aside(4), aside(5), aside(6)])
  expect(jumped).toMatchObject({ at: 3000, jumps: 3 })
  expect(after([...ride, aside(4), aside(5), aside(6), eastwards(7)])).toMatchObject({ at: 7000, jumps: 0 })
  expect(after([...ride, aside(4), aside(5), aside(6), aside(7)])).toMatchObject({ at: 7000, jumps: 0 })
})

test('a turn to the right is seen in the change of the course', () => {
  const turning = [0, 1, 2, 3, 4].map((second) => eastwards(second, { course: 90 + 6 * second, speed: 5 }))
  const motion = after(turning.map((fix, second) => ({ ...fix, ...destination(start, 5 * second, 90) })))
  expect(degrees(motion?.turnRate)).toBeGreaterThan(4)
  expect(degrees(motion?.turnRate)).toBeLessThan(8)
  expect(motion?.winding).toBeGreaterThan(0)
})

test('after a long silence the ride is known anew', () => {
  const motion = after([eastwards(0), eastwards(1), eastwards(40)])
  expect(motion).toMatchObject({ at: 40_000, isRiding: false, step: 0 })
})
