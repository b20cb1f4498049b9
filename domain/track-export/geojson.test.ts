import { expect, test } from 'vitest'
import * as z from 'zod'
import type { GpxPosition } from './gpx.ts'
import { geojsonDocument } from './geojson.ts'
import { fix, inTurn, wholeOf } from './testing/pages.ts'

const place = z.array(z.number()).min(2).max(3)
const collection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      geometry: z.discriminatedUnion('type', [
        z.object({ type: z.literal('Point'), coordinates: place }),
        z.object({ type: z.literal('LineString'), coordinates: z.array(place).min(2) }),
      ]),
      properties: z.object({
        name: z.string(),
        stretch: z.number(),
        startTime: z.string(),
        endTime: z.string(),
        coordinateProperties: z.record(z.string(), z.array(z.unknown())),
      }),
    }),
  ),
})

async function featuresOf(...pages: GpxPosition[][]) {
  const track = { name: '"Enduro" \uD83C', description: '', createdAt: new Date(0) }
  return collection.parse(JSON.parse(await wholeOf(geojsonDocument(track, inTurn(pages))))).features
}
const at = (longitude: number, time: string) => fix(time, { latitude: 0, longitude })
const linesOf = async (...pages: GpxPosition[][]) =>
  (await featuresOf(...pages)).map(({ geometry }) => geometry.coordinates)

test('without positions it is a collection without features', async () => {
  expect(await featuresOf()).toEqual([])
})

test('a line has measured values beside its places, null where they are unknown', async () => {
  const [feature] = await featuresOf([fix('08:00:00', { altitude: 115, speed: 36 }), fix('08:00:05', { flag: 'MOCK' })])
  expect(feature?.geometry.coordinates).toEqual([
    [8.4037, 49.0069, 115],
    [8.4037, 49.0069],
  ])
  expect(feature?.properties).toMatchObject({
    stretch: 1,
    startTime: '2026-03-01T08:00:00.000Z',
    endTime: '2026-03-01T08:00:05.000Z',
    coordinateProperties: { speedsKmh: [36, null], courses: [null, null], flags: [null, 'MOCK'] },
  })
})

test('a gap ends a line, a single fix is a point, and a line continues across pages', async () => {
  const features = await featuresOf(
    [at(1, '08:00:00'), at(2, '08:01:00')],
    [at(3, '08:02:00'), at(4, '09:00:00')],
    [at(5, '09:01:00'), at(6, '10:00:00')],
    [at(7, '11:00:00'), at(8, '11:01:00')],
    [at(9, '12:00:00')],
  )
  expect(features.map(({ geometry, properties }) => [properties.stretch, geometry.coordinates])).toEqual([
    [
      1,
      [
        [1, 0],
        [2, 0],
      ],
    ],
    [
      1,
      [
        [2, 0],
        [3, 0],
      ],
    ],
    [
      2,
      [
        [4, 0],
        [5, 0],
      ],
    ],
    [3, [6, 0]],
    [
      4,
      [
        [7, 0],
        [8, 0],
      ],
    ],
    [5, [9, 0]],
  ])
})

test.each([
  [
    'eastwards',
    [179, -179],
    [
      [
        [179, 0],
        [180, 0],
      ],
      [
        [-180, 0],
        [-179, 0],
      ],
    ],
  ],
  [
    'westwards',
    [-179, 177],
    [
      [
        [-179, 0],
        [-180, 0],
      ],
      [
        [180, 0],
        [177, 0],
      ],
    ],
  ],
  [
    'from the line itself',
    [180, -179],
    [
      [180, 0],
      [
        [-180, 0],
        [-179, 0],
      ],
    ],
  ],
  [
    'onto the line and on',
    [179, -180, -179],
    [
      [
        [179, 0],
        [180, 0],
      ],
      [
        [-180, 0],
        [-179, 0],
      ],
    ],
  ],
  [
    'there and back',
    [179, -179, 179],
    [
      [
        [179, 0],
        [180, 0],
      ],
      [
        [-180, 0],
        [-179, 0],
        [-180, 0],
      ],
      [
        [180, 0],
        [179, 0],
      ],
    ],
  ],
  [
    'not at all, over the prime meridian',
    [-1, 1],
    [
      [
        [-1, 0],
        [1, 0],
      ],
    ],
  ],
])('a line that crosses the antimeridian %s is cut there', async (_name, longitudes, expected) => {
  const line = longitudes.map((longitude, index) => at(longitude, `08:0${index}:00`))
  expect(await linesOf(line)).toEqual(expected)
})

test('the place of a crossing has an interpolated time and no measured values', async () => {
  const [before, behind] = await featuresOf([
    fix('08:00:00', { latitude: 10, longitude: 179, speed: 100 }),
    fix('08:04:00', { latitude: 14, longitude: -177, speed: 100 }),
  ])
  expect(before?.geometry.coordinates.at(-1)).toEqual([180, 11])
  expect(before?.properties).toMatchObject({
    endTime: '2026-03-01T08:01:00.000Z',
    coordinateProperties: { speedsKmh: [100, null] },
  })
  expect(behind?.properties.startTime).toBe('2026-03-01T08:01:00.000Z')
})
