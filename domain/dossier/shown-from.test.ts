import { expect, test } from 'vitest'
import { secondMs } from '#contract/base/time-units.ts'
import { metresPerDegree } from '#domain/geo/geo.ts'
import { shownFrom } from './shown-from.ts'

const since = new Date('2026-06-20T03:04:00Z')
const before = (minutes: number) => new Date(since.getTime() - minutes * 60 * secondMs)
/** A fix so many minutes before the theft began, so many metres from where the vehicle was taken. */
const fix = (minutes: number, metres = 0, speedKmh: number | null = null) => ({
  latitude: 49 + metres / metresPerDegree,
  longitude: 8.4,
  accuracy: 5,
  speedKmh,
  recordedAt: before(minutes),
})
const standing = [12, 9, 6, 3, 0].map((minutes) => fix(minutes))

test.each([
  ['the last ten minutes of where it stood', standing, null, 9],
  ['nothing but the beginning where it was not seen before', [], null, 0],
  ['nothing but the beginning after a silence', [fix(30)], null, 0],
  ['only since it stood there', [fix(9, 900), fix(6, 300), fix(3), fix(0)], null, 3],
  ['not how it rolled up to where it stood', [fix(9, 40, 22), fix(6, 8, 12), fix(3), fix(0)], null, 3],
  ['nothing but the beginning where it was riding then', [fix(6, -900, 40), fix(3, -400, 40), fix(0, 0, 40)], null, 0],
  ['nothing of a ride that its owner announced', standing, before(5), 3],
  ['nothing but the beginning while such a ride goes on', standing, before(-1), 0],
] as const)('of a theft are shown: %s', (_, fixes, ownUntil, minutes) => {
  expect(shownFrom(since, fixes, ownUntil)).toEqual(before(minutes))
})
