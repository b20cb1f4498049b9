import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Feature } from 'geojson'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import { destination } from '#domain/geo/geo.ts'
import { placeIn, tileWith } from '#domain/geo/tiles.ts'
import { lineByMap } from '#domain/riding/map-lines.ts'
import { nearestOn, roadLineOf } from '#domain/riding/road-line.ts'
import { openArchive } from './archive.ts'
import { createArchiveRoads } from './archive-roads.ts'
import { archiveOf } from './testing/sample-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'wegwarte-archive-roads-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** In the corner of four tiles, so that each road comes in several pieces. */
const { column, row } = tileWith({ latitude: 52.51, longitude: 13.35 }, 14)
const corner = placeIn({ zoom: 14, column, row }, 0, 0)
const at = (east: number, north = 0): Place => destination(destination(corner, east, 90), north, 0)
const road = (corners: readonly [number, number][], properties: Record<string, string | boolean>): Feature => ({
  type: 'Feature',
  properties: { kind: 'minor_road', ...properties },
  geometry: {
    type: 'LineString',
    coordinates: corners.map(([east, north]) => {
      const { longitude, latitude } = at(east, north)
      return [longitude, latitude]
    }),
  },
})

async function roadsAround(roads: Feature[], deepest?: number) {
  const path = join(folder, 'map.pmtiles')
  writeFileSync(
    path,
    archiveOf(
      { roads },
      [corner.longitude - 0.05, corner.latitude - 0.03, corner.longitude + 0.05, corner.latitude + 0.03],
      deepest,
    ),
  )
  const archive = await openArchive(path)
  onTestFinished(() => archive.close())
  return createArchiveRoads(archive)
}

const isOn = (line: string | undefined, place: Place) =>
  (nearestOn(roadLineOf(line ?? null) ?? [], place)?.beside ?? Infinity) < 5

test('a road goes on over the edges of tiles', async () => {
  const around = await roadsAround([
    road(
      [
        [-1500, -900],
        [-200, 40],
        [900, 60],
      ],
      { name: 'Allee' },
    ),
  ])
  const found = lineByMap((await around?.(at(-20, 45))) ?? expect.fail(), { ...at(-20, 45), direction: null })
  for (const place of [at(-500, -177), at(-200, 40), at(0, 43), at(500, 53)])
    expect(isOn(found?.line, place)).toBe(true)
})

test.each([
  ['yes', 90],
  ['-1', 270],
  ['no', null],
])('a road of one direction says so, oneway=%s', async (oneway, direction) => {
  const around = await roadsAround([
    road(
      [
        [-700, 5],
        [700, 5],
      ],
      { name: 'Allee', oneway },
    ),
  ])
  expect(lineByMap((await around?.(at(9, 5))) ?? expect.fail(), { ...at(9, 5), direction: null })?.direction).toBe(
    direction,
  )
})

test('what riders do not come on is no road: paths, railways and tunnels', async () => {
  const others = [{ kind: 'path' }, { kind: 'rail' }, { is_tunnel: true }].map((properties) =>
    road(
      [
        [-700, 5],
        [700, 5],
      ],
      { name: 'Allee', ...properties },
    ),
  )
  const around = await roadsAround(others)
  expect((await around?.(at(9, 5)))?.near(at(9, 5), 50)).toEqual([])
})

test('a map that is drawn coarsely has no lines', async () => {
  expect(
    await roadsAround(
      [
        road(
          [
            [-700, 5],
            [700, 5],
          ],
          {},
        ),
      ],
      13,
    ),
  ).toBeNull()
})
