import { expect, test } from 'vitest'
import { ridingServerLimits } from '#contract/riding/riding-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { destination } from '#domain/geo/geo.ts'
import { textOfLine } from '#domain/geo/line-text.ts'
import { tilesKnownAt } from '#domain/riding/hazard-tiles.ts'
import { type MapRoad, roadMapOf } from '#domain/riding/map-roads.ts'
import { nearestOn, roadLineOf } from '#domain/riding/road-line.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createFeedsStore } from '#server/features/feeds/feeds.store.ts'
import { createAccidentsStore } from '#server/features/hotspots/accidents.store.ts'
import { createHotspotsService } from '#server/features/hotspots/hotspots.service.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { createPoisStore } from '#server/features/pois/pois.store.ts'
import { createWeatherStore } from '#server/features/weather/weather.store.ts'
import type { PoiRecord } from '#server/feeds/feed.ts'
import { createPlaceFinder } from '#server/places/built-up-areas.ts'
import { randomId } from '#server/platform/ids.ts'
import { poiRecord } from '#server/testing/poi-records.ts'
import { TileUnreadable } from '#server/tiles/archive-roads.ts'
import { giveLines, type MapOfRoads } from './hazard-lines.service.ts'
import { createHazardLinesStore } from './hazard-lines.store.ts'
import { createRidingService } from './riding.service.ts'
import { createRidingStore } from './riding.store.ts'

const hannover = { latitude: 52.37, longitude: 9.73 }
const at = (east: number, north = 0): Place => destination(destination(hannover, east, 90), north, 0)
const road = (from: Place, to: Place, name: string): MapRoad => ({
  line: [from, to],
  name,
  isService: false,
  isOneway: false,
  isBridge: false,
})
/** Two streets that cross. */
const streets = roadMapOf([
  road(at(-900), at(900), 'Hildesheimer Straße'),
  road(at(0, -900), at(0, 900), 'Altenbekener Damm'),
])
const map: MapOfRoads = { version: 'a', around: async () => streets }

describeOnBothDatabases('the lines of hazards by the base map', (database) => {
  const clock = clockAt('2026-11-21T12:00:00.000Z')
  const store = createHazardLinesStore(database)
  const hotspots = createHotspotsService({
    states: createFeedsStore(database),
    accidents: createAccidentsStore(database),
    pois: createPoisImport(database, randomId),
    placeFinder: createPlaceFinder,
    fetchTable: async () => ({ absent: true }),
    clock,
  })
  const sources = { store, accidentParts: hotspots.partsShown }
  const service = createRidingService({
    pois: createPoisStore(database, 'real'),
    riding: createRidingStore(database, 'real'),
    weather: createWeatherStore(database, 'real'),
    clock,
  })
  const fill = (...records: readonly PoiRecord[]) =>
    createPoisImport(database, randomId).replace(
      { source: 'test', attribution: '© Test', edition: 0, at: clock.now(), records },
      async () => undefined,
    )
  const obstacle = (place: Place, more: Partial<PoiRecord> = {}) =>
    poiRecord({ sourceId: 'obstacle', poiType: 'Obstacle', ...place, ...more })
  const told = async () => {
    const answers = await Promise.all(
      tilesKnownAt(hannover).map((tile) => service.hazards(tile, new AbortController().signal)),
    )
    return answers.flatMap(({ hazards }) => hazards)
  }
  const isOn = (line: string | null | undefined, place: Place) =>
    (nearestOn(roadLineOf(line ?? null) ?? [], place)?.beside ?? Infinity) < 5

  test('are told with the hazards, from the next round on', async () => {
    await fill(obstacle(at(300, 3)))
    expect((await told()).map(({ line }) => line)).toEqual([null])
    await giveLines(sources, map)
    const [hazard] = await told()
    expect([isOn(hazard?.line, at(-250)), isOn(hazard?.line, at(850)), hazard?.lines]).toEqual([true, true, undefined])
  })

  test('leave alone what its source knows, and what nobody can tell', async () => {
    const line = textOfLine([at(300), at(500)])
    await fill(obstacle(at(300), { line }), obstacle(at(3, 3), { sourceId: 'crossing', poiType: 'Slippery' }))
    await giveLines(sources, map)
    expect(new Map((await told()).map((each) => [each.type, each.line]))).toEqual(
      new Map([
        ['Obstacle', line],
        ['Slippery', null],
      ]),
    )
    expect(await store.missing('a', 10)).toEqual([])
  })

  test('are those of the arms of a crossing where the accidents of a hotspot lie, and told as several', async () => {
    const land = { edition: 0, region: '03', land: 3, whole: true, year: 2025, months: 12 }
    // Where hotspots are searched neither a file with some of a Land counts beside the whole, nor a year that lacks months.
    const parts = [
      { part: land, accidents: [at(45), at(44), at(46), at(0, 45), at(400)] },
      { part: { ...land, region: 'hannover', whole: false }, accidents: [at(-45), at(-44), at(-46)] },
      { part: { ...land, year: 2024, months: 11 }, accidents: [at(0, -45), at(0, -44), at(0, -46)] },
    ]
    for (const { part, accidents } of parts) {
      const { id } = await database.insertInto('accident_parts').values(part).returning('id').executeTakeFirstOrThrow()
      await database
        .insertInto('accidents')
        .values(accidents.map((place) => ({ part_id: id, built_up: true, category: 2 as const, ...place })))
        .execute()
    }
    await fill(poiRecord({ sourceId: 'h', poiType: 'AccidentHotspotMoto', city: 'Hannover', ...at(3, 3) }))
    await giveLines(sources, map)
    const [hotspot] = await told()
    const farOn = [at(400), at(0, 400), at(-400), at(0, -400)]
    expect(hotspot?.line).toBeNull()
    expect(farOn.map((place) => hotspot?.lines?.some((line) => isOn(line, place)))).toEqual([true, true, false, false])
  })

  test('are found anew where the hazard has moved, or the map is another, and go with it', async () => {
    await fill(obstacle(at(300)))
    await giveLines(sources, map)
    await fill(obstacle(at(0, 300)))
    expect((await told()).map(({ line }) => line)).toEqual([null])
    await giveLines(sources, map)
    expect(isOn((await told())[0]?.line, at(0, -200))).toBe(true)
    await giveLines(sources, { version: 'b', around: async () => roadMapOf([]) })
    expect((await told()).map(({ line }) => line)).toEqual([null])
    await fill()
    await giveLines(sources, map)
    expect(await database.selectFrom('hazard_lines').select('poi_id').execute()).toEqual([])
  })

  test('come some at a time: what a round had written before it failed stays, and the next goes on', async () => {
    const { hazardsWritten } = ridingServerLimits
    await fill(
      ...Array.from({ length: hazardsWritten + 9 }, (_, index) => obstacle(at(50 + index), { sourceId: `${index}` })),
    )
    let reads = 0
    const failing = async () => {
      reads += 1
      if (reads > hazardsWritten + 3) throw new Error('the disk does not answer')
      return streets
    }
    await expect(giveLines(sources, { version: 'a', around: failing })).rejects.toThrow('the disk')
    expect(await store.missing('a', 1000)).toHaveLength(9)
    await giveLines(sources, map)
    expect(await store.missing('a', 1000)).toEqual([])
  })

  test('are none where a tile of the map cannot be read, and all others get theirs', async () => {
    await fill(obstacle(at(300), { sourceId: 'unreadable' }), obstacle(at(400)))
    let reads = 0
    const around = async () => {
      reads += 1
      if (reads === 1) throw new TileUnreadable('the tile is no vector tile')
      return streets
    }
    await expect(giveLines(sources, { version: 'a', around })).rejects.toThrow('cannot be read')
    expect(await store.missing('a', 10)).toEqual([])
    expect((await store.shares()).map(({ hazards, withLine }) => [hazards, withLine])).toEqual([[2, 1]])
  })

  test('are counted for each source, without a map, too', async () => {
    await fill(obstacle(at(300), { line: textOfLine([at(300), at(500)]) }), obstacle(at(400), { sourceId: 'other' }))
    await giveLines(sources, null)
    expect(await store.shares()).toEqual([{ source: 'test', hazards: 2, withLine: 1 }])
    await giveLines(sources, map)
    expect(await store.shares()).toEqual([{ source: 'test', hazards: 2, withLine: 2 }])
    await fill()
    await giveLines(sources, map)
    expect(await store.shares()).toEqual([])
  })
})
