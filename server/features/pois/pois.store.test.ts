import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { poisLimits } from '#contract/pois/pois-limits.ts'
import { type Poi, poi, type PoiType } from '#contract/pois/pois.ts'
import { destination, distanceMetres } from '#domain/geo/geo.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createPoisImport } from './pois-import.store.ts'
import { createPoiPublication } from './poi-publication.ts'
import { createPoisService } from './pois.service.ts'
import { createPoisStore } from './pois.store.ts'
import type { PoiRecord } from '#server/feeds/feed.ts'
import { randomId } from '#server/platform/ids.ts'
import { poiRecord } from '#server/testing/poi-records.ts'

const start = '2026-11-21T12:00:00.000Z'
const karlsruhe = { latitude: 49.0069, longitude: 8.4037 }
const near = '49.0069,8.4037'

describeOnBothDatabases('POIs', (database) => {
  const clock = clockAt(start)
  const store = createPoisStore(database, 'real')
  const publication = createPoiPublication({ store, clock, log: pino({ level: 'silent' }) })
  const service = createPoisService({ store, publication, clock, sources: async () => [] })
  const target = createPoisImport(database, randomId)
  afterAll(() => publication.close())
  const fill = (records: readonly PoiRecord[]) =>
    target.replace(
      { source: 'test', attribution: '© Test', edition: 0, at: clock.now(), records },
      async () => undefined,
    )

  /** A POI this many metres east of the middle of Karlsruhe. */
  const eastwards = (metres: number, record: Partial<PoiRecord> = {}) =>
    poiRecord({ sourceId: `${metres}`, note: `${metres}`, ...destination(karlsruhe, metres, 90), ...record })
  const notes = (pois: readonly Poi[]) => pois.map(({ details }) => details.note)
  const refusal = (query: Parameters<typeof service.list>[0]) =>
    service.list(query).then(
      () => 'no refusal',
      (problem: unknown) => problem,
    )

  test('around a place come the nearest first, with their distance as the crow flies', async () => {
    await fill([eastwards(9000), eastwards(10), eastwards(500), eastwards(26_000)])
    const { pois, nextCursor } = await service.list({ near })
    expect(notes(pois)).toEqual(['10', '500', '9000'])
    expect(nextCursor).toBeNull()
    for (const found of pois) expect(found.distance).toBeCloseTo(distanceMetres(karlsruhe, found), 1)
    expect(notes((await service.list({ near, radius: 501 })).pois)).toEqual(['10', '500'])
    expect(notes((await service.list({ near, radius: poisLimits.nearbyRadiusMetres })).pois)).toHaveLength(4)
  })

  test('in a box come those on its edge, too, and no distance', async () => {
    await fill([
      poiRecord({ sourceId: '1', note: 'in', latitude: 49, longitude: 8 }),
      poiRecord({ sourceId: '2', note: 'edge', latitude: 49.5, longitude: 8.5 }),
      poiRecord({ sourceId: '3', note: 'out', latitude: 49.6, longitude: 8 }),
    ])
    const { pois } = await service.list({ bbox: '7.5,48.5,8.5,49.5' })
    expect(notes(pois).toSorted()).toEqual(['edge', 'in'])
    expect(pois.every(({ distance }) => distance === undefined)).toBe(true)
    expect((await service.list({ bbox: '7.5,48.5,8.5,49.5', near: '49.5,8.5', radius: 1000 })).pois).toHaveLength(1)
  })

  test('in a box over the antimeridian come those on both of its sides, and nothing from the rest of the globe', async () => {
    const longitudes = [179, 179.6, 180, -180, -179.6, -179, 8]
    await fill(longitudes.map((longitude) => poiRecord({ sourceId: `${longitude}`, latitude: -17, longitude })))
    const { pois } = await service.list({ bbox: '179.50000,-18.00000,-179.50000,-16.00000' })
    expect(pois.map(({ longitude }) => longitude).toSorted((one, other) => one - other)).toEqual([
      -180, -179.6, 179.6, 180,
    ])
    const oneByOne: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await service.list({
        bbox: '179.5,-18,-179.5,-16',
        near: '-17,179.99',
        radius: poisLimits.nearbyRadiusMetres,
        limit: 1,
        ...(cursor !== '' && { cursor }),
      })
      oneByOne.push(...page.pois.map(({ longitude }) => longitude))
      cursor = page.nextCursor
    }
    expect(oneByOne.map(Math.abs)).toEqual([180, 180, 179.6, 179.6])
    expect(oneByOne.slice(2)).toEqual([179.6, -179.6])
  })

  test.each<{ categories: string; types: PoiType[] }>([
    { categories: 'accidents', types: ['Accident'] },
    { categories: 'accidents,mobileSpeedCameras', types: ['Accident', 'SemiStationarySpeedCameras'] },
    { categories: 'weather', types: [] },
    { categories: '', types: ['Accident', 'SemiStationarySpeedCameras', 'SpeedControl'] },
  ])('of the categories "$categories" come $types', async ({ categories, types }) => {
    await fill([
      eastwards(1, { poiType: 'Accident' }),
      eastwards(2, { poiType: 'SemiStationarySpeedCameras' }),
      eastwards(3, { poiType: 'SpeedControl' }),
    ])
    const { pois } = await service.list({ categories, near })
    expect(pois.map(({ poiType }) => poiType)).toEqual(types)
  })

  test.each([{ query: { near, radius: 5000 } }, { query: { bbox: '8,48,9,50' } }, { query: {} }])(
    'all of them come once, page by page, for $query',
    async ({ query }) => {
      // Several have the same distance, so the order must not depend on the distance alone.
      await fill(Array.from({ length: 23 }, (_, index) => eastwards(100 * (index >> 2), { sourceId: `${index}` })))
      const found: Poi[] = []
      let cursor: string | null = null
      do {
        const page: { pois: Poi[]; nextCursor: string | null } = await service.list({
          ...query,
          limit: 5,
          ...(cursor !== null && { cursor }),
        })
        expect(page.pois.length).toBeLessThanOrEqual(5)
        found.push(...page.pois)
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(new Set(found.map(({ id }) => id)).size).toBe(23)
      expect(found).toHaveLength(23)
      const distances = found.map(({ distance }) => distance ?? 0)
      expect(distances).toEqual(distances.toSorted((one, other) => one - other))
    },
  )

  test.each([
    [{ bbox: '8,50,9,48' }, 'bbox'],
    [{ bbox: '8,-91,9,48' }, 'bbox'],
    [{ bbox: '8,48,181,49' }, 'bbox'],
    [{ near: '91,8' }, 'near'],
    [{ near: '8,181' }, 'near'],
    [{ near: `${'9'.repeat(400)},8` }, 'near'],
    [{ radius: 100 }, 'radius'],
    [{ categories: 'accidents,ufos' }, 'categories'],
    [{ cursor: 'x' }, 'cursor'],
    [{ cursor: Buffer.from('[1,2]').toString('base64url') }, 'cursor'],
    [{ cursor: Buffer.from('[1,"\\u0000"]').toString('base64url') }, 'cursor'],
  ])('%j is refused, and says where', async (query, parameter) => {
    expect(await refusal(query)).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: { [parameter]: expect.stringMatching(/\.$/) } },
    })
  })

  test('a camera of an unknown kind is shown with the kind that another source gives', async () => {
    await fill([eastwards(10, { kindAssumed: true, speed: 50 })])
    expect((await service.list({ near })).pois).toMatchObject([{ details: { kindAssumed: true } }])
    await target.replace(
      {
        source: 'other',
        attribution: '© Other',
        edition: 0,
        at: clock.now(),
        records: [eastwards(20, { poiType: 'RedLightControl' })],
      },
      async () => undefined,
    )
    expect((await service.list({ near })).pois).toMatchObject([{ poiType: 'RedLightControl', speed: 50 }])
    await fill([eastwards(10, { speed: 50 })])
    expect((await service.list({ near })).pois).toHaveLength(2)
  })

  test('one that has expired is not found in any way', async () => {
    await fill([eastwards(1, { expiresAt: start }), eastwards(2, { expiresAt: '2026-11-21T12:00:01Z' })])
    const [stays] = (await service.list({ near })).pois
    expect(notes((await service.list({ near })).pois)).toEqual(['2'])
    expect(notes(await store.page('', 10, clock.now()))).toEqual(['2'])
    const gone = await database.selectFrom('pois').select('id').where('source_id', '=', '1').executeTakeFirstOrThrow()
    await expect(service.find(gone.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await service.find(stays?.id ?? '')).toMatchObject({ details: { note: '2' } })
  })

  test('one that is found has all that is known of it, and leaves out what is unknown', async () => {
    await fill([
      poiRecord({ sourceId: '1', speed: 50, direction: 237, street: 'Kriegsstraße', city: 'Karlsruhe' }),
      poiRecord({ sourceId: '2', latitude: 50 }),
    ])
    const [first, second] = (await store.page('', 10, clock.now())).toSorted((a, b) => a.latitude - b.latitude)
    expect(first).toEqual({
      id: first?.id,
      poiType: 'SpeedControl',
      latitude: 49,
      longitude: 8.4,
      street: 'Kriegsstraße',
      postcode: null,
      city: 'Karlsruhe',
      speed: 50,
      createdAt: start,
      updatedAt: start,
      details: { direction: 237, source: 'test', attribution: '© Test', fetchedAt: start },
    })
    expect(second?.details).toEqual({ source: 'test', attribution: '© Test', fetchedAt: start })
    expect(poi.safeParse(second).success).toBe(true)
  })
})
