import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Feature } from 'geojson'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { placeNamesServerLimits } from '#contract/places/places-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { destination } from '#domain/geo/geo.ts'
import { tileWith } from '#domain/geo/tiles.ts'
import { type Archive, openArchive } from '#server/tiles/archive.ts'
import type { TileAddress } from '#server/tiles/tile.ts'
import { archiveOf } from '#server/tiles/testing/sample-archive.ts'
import { germanPlaces } from './german-places.ts'
import { createPlaceNames, withNamedPlaces, withPlaceNames } from './place-names.ts'

const log = pino({ enabled: false })
const folder = mkdtempSync(join(tmpdir(), 'wegwarte-place-names-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** In the south of Karlsruhe, within its built-up area. */
const here: Place = { latitude: 48.975, longitude: 8.405 }
const away = (metres: number, bearing: number, from = here) => destination(from, metres, bearing)
const inDegrees = ({ longitude, latitude }: Place) => [longitude, latitude]
const line = (places: readonly Place[], properties: Record<string, string | boolean>): Feature => ({
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
/** Where a tunnel passes below the first one, and where a bridge passes above it. */
const [under, below] = [away(350, 270), away(150, 270)]
/** In a wood of the Harz, 3 km from Braunlage. */
const wood: Place = { latitude: 51.7607, longitude: 10.5527 }
const layers = {
  roads: [
    line([away(500, 270), away(500, 90)], { kind: 'minor_road', name: 'Rue du Jardin', 'name:de': 'Gartenstraße' }),
    line([away(300, 0, crossing), away(300, 180, crossing)], { kind: 'major_road', name: 'Allee', ref: 'L561' }),
    line([away(30, 0), away(400, 0)], { kind: 'rail', name: 'Albtalbahn' }),
    line([away(15, 0, away(450, 270)), away(15, 0, away(200, 270))], { kind: 'minor_road' }),
    line([away(900, 45), away(900, 135)], { kind: 'highway', shield_text: 'A5' }),
    line([away(300, 180, under), away(300, 0, under)], { kind: 'major_road', name: 'Tunnel', is_tunnel: true }),
    line([away(300, 180, below), away(300, 0, below)], { kind: 'major_road', name: 'Hochstraße', is_bridge: true }),
  ],
  places: [
    point(away(700, 160), { kind: 'neighbourhood', kind_detail: 'suburb', name: 'Rüppurr' }),
    point(away(100, 20), { kind: 'locality', kind_detail: 'farm', name: 'Hof', population: 50 }),
  ],
}

const named = (map: Archive, patience: number = placeNamesServerLimits.patienceMs) =>
  createPlaceNames({ archive: map, log }, { patience })

let archive: Archive
beforeAll(async () => {
  // Who asks first waits for the towns, which may outlast the patience with the map.
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
    ['above a tunnel', away(30, 180, under), 'Gartenstraße, Karlsruhe-Rüppurr'],
    ['beside a bridge', away(5, 0, away(12, 90, below)), 'Gartenstraße, Karlsruhe-Rüppurr'],
    ['beside a railway, 120 m from a street', away(120, 0), 'Karlsruhe-Rüppurr'],
    ['on a motorway without a name', away(640, 90), 'A 5, Karlsruhe-Rüppurr'],
  ])('%s', async (_what, place, name) => {
    expect(await named(archive).nameOf(place)).toBe(name)
  })

  /** The upper left corner of a tile of roads. */
  const columns = 2 ** 14
  const inTile = tileWith(here, 14)
  const corner: Place = {
    latitude: (Math.atan(Math.sinh(Math.PI * (1 - (2 * inTile.row) / columns))) * 180) / Math.PI,
    longitude: (inTile.column / columns) * 360 - 180,
  }
  const [alongEast, alongSouth] = [away(300, 90, corner), away(300, 180, corner)]
  test.each([
    ['left of its edge', away(55, 270, alongSouth)],
    ['above its edge', away(55, 0, alongEast)],
    ['across its corner', away(40, 0, away(40, 270, corner))],
  ])('that lies in the next tile alone: %s', async (_what, place) => {
    const streets = [away(1, 90, alongSouth), away(1, 180, alongEast), away(1, 135, corner)].map((near) =>
      line([near, away(5, 135, near)], { kind: 'minor_road', name: 'Grenzweg' }),
    )
    const path = join(folder, 'edge.pmtiles')
    writeFileSync(path, archiveOf({ roads: streets }, [8.38, 48.96, 8.43, 48.99]))
    const atEdge = await openArchive(path)
    const isOther = ({ zoom, column, row }: TileAddress) =>
      zoom === 14 && (column !== inTile.column || row !== inTile.row)
    expect(tileWith(place, 14)).not.toMatchObject({ column: inTile.column, row: inTile.row })
    /** The tile of the place itself knows nothing of the street, as where tiles end at their edges. */
    const nextAlone: Archive = {
      ...atEdge,
      tile: async (address) => (isOther(address) ? null : atEdge.tile(address)),
    }
    expect(await named(nextAlone).nameOf(place)).toBe('Grenzweg, Karlsruhe')
    await atEdge.close()
  })

  test('and beyond its area by the towns', async () => {
    expect(await named(archive).nameOf(wood)).toMatch(/^\d km \p{L}+ von /u)
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
  expect(await named(broken).nameOf(here)).toBe('Karlsruhe')
  const noTile = { ...archive, tile: async () => ({ identity: Buffer.from('no tile') }) }
  expect(await named(noTile).nameOf(here)).toBe('Karlsruhe')
})

describe('a base map that does not answer', () => {
  const hanging = () => {
    const asked: TileAddress[] = []
    let isHanging = true
    const map: Archive = {
      ...archive,
      tile(address) {
        asked.push(address)
        return isHanging ? new Promise<never>(() => {}) : archive.tile(address)
      },
    }
    return { map, asked, wakeUp: () => (isHanging = false) }
  }

  test('keeps nobody waiting', async () => {
    expect(await named(hanging().map, 5).nameOf(here)).toBe('Karlsruhe')
  })

  test(
    'is left alone for 30 s, which the log says once and without a place, and then asked again',
    { timeout: 30_000 },
    async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        const { map, asked, wakeUp } = hanging()
        const warn = vi.fn<(line: string) => void>()
        const { namesOf, nameOf } = createPlaceNames({ archive: map, log: { warn } })
        const names = namesOf(Array.from({ length: 12 }, (_, index) => away(index * 3_000, 90)))
        await vi.advanceTimersByTimeAsync(placeNamesServerLimits.patienceMs)
        expect((await names)[0]).toBe('Karlsruhe')
        const { tilesAtOnce, restMs } = placeNamesServerLimits
        expect(asked, 'what waited is not read any more').toHaveLength(tilesAtOnce)
        // No time passes.
        expect(await nameOf(away(20, 0))).toBe('Karlsruhe')
        expect(asked).toHaveLength(tilesAtOnce)

        await vi.advanceTimersByTimeAsync(restMs)
        const again = namesOf(Array.from({ length: 12 }, (_, index) => away(index * 3_000, 90)))
        await vi.advanceTimersByTimeAsync(placeNamesServerLimits.patienceMs)
        await again
        expect(asked).toHaveLength(2 * tilesAtOnce)
        expect(warn.mock.calls).toEqual([['the base map does not answer: places are named by towns']])

        await vi.advanceTimersByTimeAsync(restMs)
        wakeUp()
        expect(await nameOf(away(20, 0))).toBe('Gartenstraße, Karlsruhe-Rüppurr')
      } finally {
        vi.useRealTimers()
      }
    },
  )
})

test('one question reads 20 tiles anew, and goes by towns beyond', async () => {
  let tiles = 0
  const counted: Archive = {
    ...archive,
    tile(address) {
      tiles += 1
      return archive.tile(address)
    },
  }
  const { tilesPerQuestion } = placeNamesServerLimits
  const { namesOf } = named(counted)
  const far = Array.from({ length: 60 }, (_, index) => away(20_000 + index * 12_000, 90))
  const asked = [away(20, 0), ...far, away(10, 0)]
  const names = await namesOf(asked)
  expect(tiles).toBe(tilesPerQuestion)
  // What was read before is known to the last of them, too.
  expect([names[0], names.at(-1)]).toEqual(['Gartenstraße, Karlsruhe-Rüppurr', 'Gartenstraße, Karlsruhe-Rüppurr'])
  await namesOf([...far.slice(40), away(400, 90)])
  expect(tiles).toBe(2 * tilesPerQuestion)
})

test('who asks first after a start waits for the towns, however long they take', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { promise: read, resolve: areRead } = Promise.withResolvers<Awaited<ReturnType<typeof germanPlaces>>>()
  const hanging = { ...archive, tile: () => new Promise<never>(() => {}) }
  const { nameOf } = createPlaceNames({ archive: hanging, log }, { townsOfGermany: () => read })
  const naming = nameOf(here)
  await vi.advanceTimersByTimeAsync(2 * placeNamesServerLimits.patienceMs)
  areRead(await germanPlaces())
  expect(await naming).toBe('Karlsruhe')
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
  const answered = await withPlaceNames(places, named(counted))
  const [first, second] = places
  expect(answered.slice(0, 2)).toEqual([
    { ...first, placeName: 'Gartenstraße, Karlsruhe-Rüppurr' },
    { ...second, placeName: expect.stringMatching(/Braunlage/) },
  ])
  expect(answered).toHaveLength(most + 1)
  expect(answered.at(-1)).not.toHaveProperty('placeName')
  // One for the roads and one for the places, at each of the two.
  expect(tiles).toBe(4)
})

test('of a list those are named that are read first, wherever they stand in it', async () => {
  const most = placeNamesServerLimits.namedInList
  const places = Array.from({ length: most + 1 }, () => away(5, 0))
  const answered = await withPlaceNames(places, named(archive), places.toReversed())
  expect(answered[0]).not.toHaveProperty('placeName')
  expect(answered.at(-1)).toHaveProperty('placeName', 'Gartenstraße, Karlsruhe-Rüppurr')
})

test('of entries with and without a place those with one are named, in their order and as far as people see at once', async () => {
  const most = placeNamesServerLimits.namedInList
  const entries = [null, ...Array.from({ length: most + 1 }, () => away(5, 0))].map((place, id) => ({ id, place }))
  const answered = await withNamedPlaces(entries, named(archive))
  expect(answered.map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
  expect(answered[0]).toEqual({ id: 0, place: null })
  expect(answered.slice(1, -1).map(({ placeName }) => placeName)).toEqual(
    Array.from({ length: most }, () => 'Gartenstraße, Karlsruhe-Rüppurr'),
  )
  expect(answered.at(-1)).toEqual(entries.at(-1))
})
