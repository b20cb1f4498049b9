import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import type { Place } from '#contract/base/place.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { poisLimits } from '#contract/pois/pois-limits.ts'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import { type CheckedRoute, routeCheck } from '#contract/route-check/route-check.ts'
import { minuteMs, hourMs } from '#contract/base/time-units.ts'
import { destination } from '#domain/geo/geo.ts'
import { weatherService } from '#domain/weather/weather.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createRouteCheckService } from './route-check.service.ts'
import { createRouteCheckStore } from './route-check.store.ts'
import { createRouteThreads } from './route-threads.ts'
import { createClosuresImport } from '#server/features/closures/closures-import.store.ts'
import { createHiddenPoisStore } from '#server/features/hidden-pois/hidden-pois.store.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { createPoisStore } from '#server/features/pois/pois.store.ts'
import { createWeatherStore } from '#server/features/weather/weather.store.ts'
import type { PoiRecord } from '#server/feeds/feed.ts'
import { randomId } from '#server/platform/ids.ts'
import { poiRecord } from '#server/testing/poi-records.ts'
import { insertUser } from '#server/testing/rows.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const start: Place = { latitude: 49, longitude: 8.4 }
const eastwards = (metres: number, north = 0) => destination(destination(start, metres, 90), north, 0)
const corridorMetres = routeCheckLimits.corridorMetres
const stays = new AbortController().signal
/** Anna sees what others doubt. */
const reports = {
  marked: async (pois: readonly Poi[], userId: string) =>
    pois.map((poi) => ({ ...poi, details: { ...poi.details, ...(userId === 'anna' && { doubted: true }) } })),
}
const sources = [
  { source: 'overpass', title: 'OpenStreetMap', attribution: '© OSM', lastSuccessAt: now.toISOString(), stale: false },
]

describeOnBothDatabases('the check of a route', (database) => {
  const clock = clockAt(now.toISOString())
  const threads = createRouteThreads()
  afterAll(threads.close)
  const checkIn = (world: 'real' | 'demo') =>
    createRouteCheckService({
      store: createRouteCheckStore(database, world),
      pois: createPoisStore(database, world),
      weather: createWeatherStore(database, world),
      hidden: createHiddenPoisStore(database),
      reports,
      sources: async () => sources,
      threads,
      clock,
    })
  const service = checkIn('real')

  const fill = (records: readonly PoiRecord[], source = 'test') =>
    createPoisImport(database, randomId).replace(
      { source, attribution: '© Test', edition: 0, at: now, records },
      async () => undefined,
    )
  const camera = (metres: number, record: Partial<PoiRecord> = {}, north = 0) =>
    poiRecord({ sourceId: `${metres}/${north}`, note: `${metres}`, ...eastwards(metres, north), ...record })

  /** In force from an hour ago, over everything between two places of the road. */
  async function warn(
    id: string,
    fromMetres: number,
    toMetres: number,
    more: { until?: Date; source?: string; attribution?: string } = {},
  ) {
    const [from, to] = [eastwards(fromMetres), eastwards(toMetres)]
    await sql`
      insert into weather_warnings (id, source, warning_type, headline, description, level, region_name, place, area,
        valid_from, valid_until, sent_at, fetched_at, attribution)
      values (${id}, ${more.source ?? 'cap'}, 'STURM', ${id}, 'd', 2, 'Kreis', st_setsrid(st_makepoint(8.4, 49), 4326),
        st_multi(st_makeenvelope(${from.longitude}, 48.9, ${to.longitude}, 49.1, 4326)),
        ${new Date(now.getTime() - hourMs)}, ${more.until ?? null}, ${new Date(now.getTime() - hourMs)}, ${now},
        ${more.attribution ?? '© DWD'})`.execute(database)
  }
  const placesOf = ({ items }: CheckedRoute) => items.map(({ poi }) => poi.details.note)
  const refusal = (route: Promise<unknown>) =>
    route.then(
      () => 'no refusal',
      (problem: unknown) => problem,
    )

  test('gives what lies in the corridor in the order of the ride, and nothing else', async () => {
    await fill([
      camera(30_000, {}, 90),
      camera(500, {}, 110),
      camera(12_400, { direction: 90, speed: 70 }),
      camera(-200),
    ])
    const line = Array.from({ length: 51 }, (_, km) => eastwards(km * 1000))
    const checked = await service.check('a', { pieces: [line], corridorMetres }, stays)
    expect(placesOf(checked)).toEqual(['12400', '30000'])
    expect(routeCheck.check.reply.parse(checked)).toMatchObject({
      truncated: false,
      warnings: [],
      items: [
        { direction: 'same', side: 'on', poi: { speed: 70 } },
        { direction: 'unknown', side: 'left' },
      ],
    })
    expect(Math.round((checked.items[0]?.alongMetres ?? 0) / 10)).toBe(1240)
    const back = await service.check('a', { pieces: [line.toReversed()], corridorMetres }, stays)
    expect(placesOf(back)).toEqual(['30000', '12400'])
    expect(back.items.map(({ direction, side }) => [direction, side])).toEqual([
      ['unknown', 'right'],
      ['opposite', 'on'],
    ])
  })

  test('finds every place of a crowded town once, although it reads them in pages', async () => {
    const many = Array.from({ length: poisLimits.pageSize + 50 }, (_, index) => camera(index * 9))
    await fill(many)
    const line = Array.from({ length: 300 }, (_, index) => eastwards(index * 20))
    expect((await service.check('a', { pieces: [line], corridorMetres }, stays)).items).toHaveLength(many.length)
  })

  test('says that there is more than an answer holds', async () => {
    await fill(Array.from({ length: routeCheckLimits.items + 1 }, (_, index) => camera(index)))
    const checked = await service.check('a', { pieces: [[start, eastwards(3000)]], corridorMetres }, stays)
    expect([checked.items.length, checked.truncated]).toEqual([routeCheckLimits.items, true])
  })

  test('gives the part of the route inside a warning, and only for warnings in force', async () => {
    await warn('crossed', 10_000, 20_000)
    await warn('elsewhere', 60_000, 70_000)
    await warn('over', 10_000, 20_000, { until: new Date(now.getTime() - 1000) })
    const line = [start, eastwards(30_000), eastwards(5000)]
    const { warnings } = routeCheck.check.reply.parse(
      await service.check('a', { pieces: [line], corridorMetres }, stays),
    )
    expect(warnings.map(({ warning }) => warning.headline)).toEqual(['crossed'])
    const [there, back] = warnings[0]?.ranges ?? []
    expect([there?.from, there?.to, back?.from, back?.to].map((metres) => Math.round((metres ?? 0) / 1000))).toEqual([
      10, 20, 40, 50,
    ])
  })

  test('shows once what two sources name, although a box ends between them', async () => {
    await fill([camera(9_990, { speed: 70 })], 'osm')
    await fill([camera(10_025, { speed: 70 })], 'autobahn')
    const line = Array.from({ length: 41 }, (_, part) => eastwards(part * 500))
    for (const corridorMetres of [20, 100]) {
      const { items } = await service.check('a', { pieces: [line], corridorMetres }, stays)
      expect(items).toHaveLength(1)
    }
  })

  test('at the time of a ride gives what holds where it passes then, and says what it leaves out', async () => {
    const works = (metres: number) =>
      camera(metres, { poiType: 'TemporaryRoadwork', expiresAt: new Date(now.getTime() + hourMs).toISOString() })
    const dark = { poiType: 'AccidentHotspotMoto', note: '5 Motorradunfälle 2020, bei Dunkelheit.' } as const
    await fill([works(20_000), works(80_000), camera(100_000, dark)])
    await warn('holds to the middle', 0, 120_000, { until: new Date(now.getTime() + hourMs) })
    await warn('over by then', 90_000, 120_000, { until: new Date(now.getTime() + hourMs) })
    const line = Array.from({ length: 121 }, (_, km) => eastwards(km * 1000))
    const route = { pieces: [line], corridorMetres, departure: { at: now.toISOString(), averageKmh: 60 } }
    const checked = routeCheck.check.reply.parse(await service.check('a', route, stays))
    expect(checked.items.map(({ poi, because }) => [poi.poiType, because])).toEqual([
      ['TemporaryRoadwork', []],
      ['AccidentHotspotMoto', []],
    ])
    expect(checked.warnings.map(({ warning }) => warning.headline)).toEqual(['holds to the middle'])
    expect(Math.round((checked.warnings[0]?.ranges[0]?.to ?? 0) / 1000)).toBe(60)
    expect(checked.ride).toMatchObject({ leftOut: { items: 1, warnings: 1 }, dark: [], glare: [] })
    expect(checked.ride?.arrivesAt.slice(0, 13)).toBe('2026-11-21T14')
    expect(checked.sources).toEqual(sources)
    const atNight = { at: new Date(now.getTime() + 8 * hourMs).toISOString(), averageKmh: 60 }
    const night = await service.check('a', { ...route, departure: atNight }, stays)
    expect(night.items.map(({ because }) => because)).toEqual([['dark']])
  })

  test('tells closed roads that the route runs along, for the time of the ride, and none of another world', async () => {
    const road = (id: string, line: Place[]) => ({
      id,
      name: 'L 564',
      line,
      rules: [{ access: 'closed' as const, condition: 'Sa,Su' }],
    })
    const close = (source: string, ...records: ReturnType<typeof road>[]) =>
      createClosuresImport(database).replace(
        { source, attribution: '© OSM', edition: 0, at: now, records },
        async () => undefined,
      )
    await close(
      'osm-closures',
      road('way/1', [eastwards(9_000), eastwards(11_000)]),
      road('way/2', [eastwards(11_000), eastwards(12_000)]),
      road('way/3', [eastwards(5_000, -800), eastwards(5_000, 800)]),
      road('way/4', [eastwards(2_000, 90), eastwards(4_000, 90)]),
    )
    await close('demo', road('demo/1', [eastwards(1_000), eastwards(2_000)]))
    // 12:00 UTC on Saturday 2026-11-21, and on the Monday after it.
    const closuresOn = async (at: string | null) => {
      const departure = at === null ? {} : { departure: { at, averageKmh: 60 } }
      const route = { pieces: [[start, eastwards(30_000)]], corridorMetres, ...departure }
      const { closures } = routeCheck.check.reply.parse(await service.check('a', route, stays))
      return closures.map(({ name, access, attribution, range }) => [
        name,
        access,
        attribution,
        ...[range.from, range.to].map((metres) => Math.round(metres / 1000)),
      ])
    }
    expect(await closuresOn(null)).toEqual([['L 564', null, '© OSM', 9, 12]])
    expect(await closuresOn(now.toISOString())).toEqual([['L 564', 'closed', '© OSM', 9, 12]])
    expect(await closuresOn('2026-11-23T12:00:00.000Z')).toEqual([['L 564', 'open', '© OSM', 9, 12]])
  })

  test('refuses a departure that is over', async () => {
    const departure = { at: '1970-01-01T00:00:00.000Z', averageKmh: 60 }
    const route = { pieces: [[start, eastwards(4000)]], corridorMetres, departure }
    expect(await refusal(service.check('a', route, stays))).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('schon vorbei'),
    })
  })

  test('stops looking once the caller has left', async () => {
    const leaving = new AbortController()
    let searches = 0
    const leavesAtOnce = createRouteCheckService({
      store: createRouteCheckStore(database, 'real'),
      pois: {
        search: async () => {
          searches += 1
          leaving.abort()
          return []
        },
      },
      weather: createWeatherStore(database, 'real'),
      hidden: createHiddenPoisStore(database),
      reports,
      sources: async () => sources,
      threads,
      clock,
    })
    const line = [start, eastwards(200_000)]
    await expect(leavesAtOnce.check('a', { pieces: [line], corridorMetres }, leaving.signal)).rejects.toThrow('aborted')
    expect(searches).toBe(1)
  })

  test('names the weather service as the source of warnings only as long as they are fresh', async () => {
    await warn('storm', 0, 5000, { attribution: weatherService })
    const attributionsAt = async (minutes: number) => {
      const later = createRouteCheckService({
        store: createRouteCheckStore(database, 'real'),
        pois: createPoisStore(database, 'real'),
        weather: createWeatherStore(database, 'real'),
        hidden: createHiddenPoisStore(database),
        reports,
        sources: async () => sources,
        threads,
        clock: clockAt(new Date(now.getTime() + minutes * minuteMs).toISOString()),
      })
      const { warnings } = await later.check('a', { pieces: [[start, eastwards(4000)]], corridorMetres }, stays)
      return warnings.map(({ warning }) => warning.attribution)
    }
    expect(await attributionsAt(1)).toEqual([weatherService])
    expect(await attributionsAt(feedsServerLimits.weatherStaleMinutes + 1)).toEqual([
      'Auf Basis von Warnungen des Deutschen Wetterdienstes',
    ])
  })

  test('leaves out what a user has hidden, for this user alone', async () => {
    await fill([camera(1000), camera(2000)])
    for (const id of ['anna', 'ben']) await insertUser(database, id, now)
    const route = { pieces: [[start, eastwards(4000)]], corridorMetres }
    const notesFor = async (userId: string) =>
      (await service.check(userId, route, stays)).items.map(({ poi }) => poi.details.note)
    const [first] = (await service.check('anna', route, stays)).items
    await createHiddenPoisStore(database).hide('anna', first?.poi.id ?? '', now)
    expect(await notesFor('anna')).toEqual(['2000'])
    expect(await notesFor('ben')).toEqual(['1000', '2000'])
  })

  test('says what others doubt, each entry as often as it is passed', async () => {
    await fill([camera(1000), camera(2000)])
    const route = { pieces: [[start, eastwards(4000), start]], corridorMetres }
    const doubtsFor = async (userId: string) =>
      (await service.check(userId, route, stays)).items.map(({ poi: { details } }) => [details.note, details.doubted])
    const passed = ['1000', '2000', '2000', '1000']
    expect(await doubtsFor('anna')).toEqual(passed.map((note) => [note, true]))
    expect(await doubtsFor('ben')).toEqual(passed.map((note) => [note, undefined]))
  })

  test('never mixes the demo world with real data', async () => {
    await fill([camera(1000)])
    await fill([camera(2000)], 'demo')
    await warn('real', 0, 5000)
    await warn('sample', 0, 5000, { source: 'demo' })
    const route = { pieces: [[start, eastwards(4000)]], corridorMetres }
    const [real, demo] = [await service.check('a', route, stays), await checkIn('demo').check('a', route, stays)]
    expect([placesOf(real), placesOf(demo)]).toEqual([['1000'], ['2000']])
    expect([real, demo].map(({ warnings }) => warnings.map(({ warning }) => warning.headline))).toEqual([
      ['real'],
      ['sample'],
    ])
  })

  test('refuses a line that leads nowhere, and one that leads around the world', async () => {
    expect(await refusal(service.check('a', { pieces: [[start, start]], corridorMetres }, stays))).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    const around = [{ latitude: 0, longitude: -170 }, start, { latitude: 0, longitude: 170 }]
    expect(await refusal(service.check('a', { pieces: [around], corridorMetres }, stays))).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })
})
