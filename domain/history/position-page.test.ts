import { expect, test } from 'vitest'
import type { GpxPosition } from '#domain/track-export/gpx.ts'
import { pageOf, positionsIn } from './position-page.ts'

const garage = { latitude: 49.0069, longitude: 8.4037, recordedAt: '2026-03-29T00:00:00.001Z' }

test.each<[string, GpxPosition[]]>([
  ['none', []],
  ['one with nothing but place and time', [garage]],
  [
    'zeros, which are values',
    [{ ...garage, latitude: 0, longitude: 0, accuracy: 0, altitude: 0, speed: 0, course: 0 }],
  ],
  ['what was measured now and then', [{ ...garage, speed: 18.52 }, garage, { ...garage, altitude: 115, flag: 'MOCK' }]],
])('a page has the positions it was made of: %s', (_name, positions) => {
  expect(positionsIn(pageOf(positions))).toEqual(positions)
})
