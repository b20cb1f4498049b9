import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Feature } from 'geojson'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeNamesServerLimits } from '#contract/places-limits.ts'
import type { Place } from '#contract/place.ts'
import { destination } from '#domain/geo/geo.ts'
import { type Archive, openArchive } from '#server/tiles/archive.ts'
import { archiveOf } from '#server/tiles/testing/sample-archive.ts'
import { germanPlaces } from './german-places.ts'
import { createPlaceNames, withPlaceNames } from './place-names.ts'

const folder = mkdtempSync(join(tmpdir(), 'wegwarte-place-names-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** In the south of Karlsruhe, within its built-up area. */
const here: Place = { latitude: 48.975, longitude: 8.405 }
const away = (metres: number, bearing: number, from = here) => destination(from, metres, bearing)
const inDegrees = ({ longitude, latitude }: Place) => [longitude, latitude]
const line = (places: readonly Place[], properties: Record<string, string>): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates: places.map(inDegrees) },
})
const point = (place: Place, properties: Record<string, string | number>): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: inDegrees(place) },
})

/** Crosses the first one 300 m to the east. */
const crossing = away(300, 90)
/** In a wood of the Harz, 3 km from Braunlage. */
const wood: Place = { latitude: 51.7607, longitude: 10.5527 }
const layers = {
  roads: [
    line([away(500, 270), away(500, 90)], { kind: 'minor_road', name: 'Rue du Jardin', 'name:de': 'Gartenstraße' }),
    line([away(300, 0, crossing), away(300, 180, crossing)], { kind: 'major_road', name: 'Allee', ref: 'L561' }),
    line([away(30, 0), away(400, 0)], { kind: 'rail', name: 'Albtalbahn' }),
    line([away(15, 0, away(450, 270)), away(15, 0, away(200, 270))], { kind: 'minor_road' }),
    line([away(900, 45), away(900, 135)], { kind: 'highway', shield_text: 'A5' }),
  ],
  places: [
    point(away(700, 160), { kind: 'neighbourhood', kind_detail: 'suburb', name: 'Rüppurr' }),
    point(away(100, 20), { kind: 'locality', kind_detail: 'farm', name: 'Hof', population: 50 }),
  ],
}

let archive: Archive
beforeAll(async () => {
  // Who asks first waits for the towns, and on a busy machine not long enough.
  await germanPlaces()
  const path = join(folder, 'small.pmtiles')
  writeFileSync(path, archiveOf(layers, [8.38, 48.96, 8.43, 48.99]))
  archive = await openArchive(path)
})
afterAll(() => archive.close())

describe('with a base map a place is called by its street and quarter', () => {
  test.each([
    ['beside a street, in German', away(20, 0), 'Gartenstraße, Karlsruhe-Rüppurr'],
    ['where two streets meet', away(8, 60, crossing), 'Gartenstraße Ecke Allee, Karlsruhe-Rüppurr'],
    ['beside a railway, 120 m from a street', away(120, 0), 'Karlsruhe-Rüppurr'],
    ['on a motorway without a name', away(640, 90), 'A 5, Karlsruhe-Rüppurr'],
  ])('%s', async (_what, place, name) => {
    expect(await createPlaceNames(archive).nameOf(place)).toBe(name)
  })

  test('on both sides of the edge of a tile', async () => {
    const { nameOf } = createPlaceNames(archive)
    const columns = 2 ** 14
    const edge = { ...here, longitude: (Math.round(((here.longitude + 180) / 360) * columns) / columns) * 360 - 180 }
    expect(Math.abs(edge.longitude - here.longitude)).toBeLessThan(0.012)
    const street = line([away(40, 270, edge), away(40, 90, edge)], { kind: 'minor_road', name: 'Grenzweg' })
    const path = join(folder, 'edge.pmtiles')
    writeFileSync(path, archiveOf({ roads: [street] }, [8.38, 48.96, 8.43, 48.99]))
    const atEdge = await openArchive(path)
    for (const bearing of [90, 270]) {
      expect(await createPlaceNames(atEdge).nameOf(away(25, bearing, edge))).toBe('Grenzweg, Karlsruhe')
    }
    await atEdge.close()
    expect(await nameOf(edge)).not.toMatch(/Grenzweg/)
  })

  test('and beyond its area by the towns', async () => {
    expect(await createPlaceNames(archive).nameOf(wood)).toMatch(/^\d km \p{L}+ von /u)
  })
})

describe('without a base map', () => {
  test.each([
    ['in a town', { latitude: 49.0069, longitude: 8.4037 }, 'Karlsruhe'],
    ['in a part of a town', { latitude: 52.5497, longitude: 13.355 }, 'Berlin-Wedding'],
    ['in a wood', wood, '6 km nordwestlich von Braunlage'],
    ['at sea', { latitude: 54.6, longitude: 6.5 }, null],
    ['at the other end of the world', { latitude: -16.8, longitude: 180 }, null],
  ])('%s', async (_what, place, name) => {
    expect(await createPlaceNames(null).nameOf(place)).toBe(name)
  })
})

test('a base map that cannot be read leaves the towns', async () => {
  const broken = { ...archive, tile: () => Promise.reject(new Error('the disk is gone')) }
  expect(await createPlaceNames(broken).nameOf(here)).toBe('Karlsruhe')
  const noTile = { ...archive, tile: async () => ({ identity: Buffer.from('no tile') }) }
  expect(await createPlaceNames(noTile).nameOf(here)).toBe('Karlsruhe')
})

test('a base map that does not answer keeps nobody waiting', async () => {
  const hanging = { ...archive, tile: () => new Promise<never>(() => {}) }
  expect(await createPlaceNames(hanging, 5).nameOf(here)).toBe('Karlsruhe')
})

test('a list is named in its order and no further than people read, and reads each tile once', async () => {
  let tiles = 0
  const counted: Archive = {
    ...archive,
    tile(address) {
      tiles += 1
      return archive.tile(address)
    },
  }
  const most = placeNamesServerLimits.namedInList
  const places = Array.from({ length: most + 1 }, (_, index) => (index % 2 === 0 ? away(5, 0) : wood))
  const named = await withPlaceNames(places, createPlaceNames(counted))
  const [first, second] = places
  expect(named.slice(0, 2)).toEqual([
    { ...first, placeName: 'Gartenstraße, Karlsruhe-Rüppurr' },
    { ...second, placeName: expect.stringMatching(/Braunlage/) },
  ])
  expect(named).toHaveLength(most + 1)
  expect(named.at(-1)).not.toHaveProperty('placeName')
  // One for the roads and one for the places, at each of the two.
  expect(tiles).toBe(4)
})
