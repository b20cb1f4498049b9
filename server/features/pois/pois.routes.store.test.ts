import type { FastifyInstance } from 'fastify'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { failure, success } from '#contract/base/endpoint.ts'
import { pois } from '#contract/pois/pois.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createPoisImport } from './pois-import.store.ts'
import { registerPoisRoutes } from './pois.routes.ts'
import { createPoiPublication } from './poi-publication.ts'
import { createPoisService } from './pois.service.ts'
import { createPoisStore } from './pois.store.ts'
import { randomId } from '#server/platform/ids.ts'
import { poiRecord } from '#server/testing/poi-records.ts'
import { worldX, worldY } from '#server/tiles/z-order.ts'
import { decodeTile } from '#server/tiles/testing/tiles.ts'
import { startTestApi } from '#server/testing/test-api.ts'
import { patience } from '#server/testing/patience.ts'
import { noPlaceNames } from '#server/places/testing/place-names.ts'

const clock = clockAt('2026-11-21T12:00:00Z')
const headers = { authorization: 'Bearer x' }

describeOnBothDatabases('the POI endpoints', (database) => {
  let app: FastifyInstance
  const store = createPoisStore(database, 'real')
  const publication = createPoiPublication({ store, clock, log: pino({ level: 'silent' }) })
  beforeAll(async () => {
    const service = createPoisService({ store, publication, clock, sources: async () => [] })
    app = await startTestApi((api) =>
      registerPoisRoutes(
        api,
        { real: service, demo: service },
        { marked: async (found) => [...found], hiddenBy: async () => new Set(), namesOf: noPlaceNames.namesOf },
      ),
    )
  })
  // Each test starts with empty tables, but with a version that no test before it had.
  let tests = 0
  beforeEach(async () => {
    tests += 1
    await database
      .insertInto('poi_versions')
      .values({ version: `${tests * 1000}`, reports: '1' })
      .execute()
  })
  afterAll(async () => {
    await app.close()
    await publication.close()
  })

  const get = (url: string, more: Record<string, string> = {}) => app.inject({ url, headers: { ...headers, ...more } })
  const fill = (count: number, source = 'test') => {
    const records = Array.from({ length: count }, (_, index) =>
      poiRecord({ sourceId: `node/${index}`, latitude: 49 + index / 10_000 }),
    )
    const target = createPoisImport(database, randomId)
    const edition = { source, attribution: '© Test', edition: 0, at: clock.now() }
    return target.replace({ ...edition, records }, async () => undefined)
  }

  test('lists in the envelope, page by page', async () => {
    await fill(3)
    const list = success(pois.list.reply)
    const first = list.parse((await get('/api/poi?near=49,8.4&radius=1000&limit=2')).json())
    expect(first.data.pois.map(({ latitude }) => latitude)).toEqual([49, 49.0001])
    const cursor = first.data.nextCursor ?? ''
    const second = list.parse((await get(`/api/poi?near=49,8.4&radius=1000&limit=2&cursor=${cursor}`)).json())
    expect(second.data).toMatchObject({ pois: [{ latitude: 49.0002 }], nextCursor: null })
  })

  /** Stores POIs and waits until they are shown. */
  const publish = async (count: number) => {
    await fill(count)
    publication.look()
    const { pois: version } = await store.versions()
    await vi.waitFor(async () => expect((await publication.shown()).tag.startsWith(`${version}-`)).toBe(true), patience)
  }
  const row = Math.floor(worldY(49) / 2 ** 19)
  const column = Math.floor(worldX(8.4) / 2 ** 19)
  const tile = `/api/poi/tiles/13/${column}/${row}.mvt`

  test('answers all as a bare list, and 304 until something changes', async () => {
    await publish(2)
    const answer = await get('/api/poi/all')
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    expect(pois.all.reply.parse(answer.json())).toHaveLength(2)
    const known = { 'if-none-match': String(answer.headers['etag']) }
    const unchanged = await get('/api/poi/all', known)
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    await publish(3)
    expect((await get('/api/poi/all', known)).json()).toHaveLength(3)
  })

  test.each([
    { accept: 'gzip, deflate, br', encoding: 'br', read: brotliDecompressSync },
    { accept: 'gzip', encoding: 'gzip', read: gunzipSync },
    { accept: 'br;q=0, *', encoding: 'gzip', read: gunzipSync },
    { accept: 'identity', encoding: undefined, read: (bytes: Buffer) => bytes },
  ])('answers all to who accepts $accept as $encoding', async ({ accept, encoding, read }) => {
    await publish(100)
    const answer = await get('/api/poi/all', { 'accept-encoding': accept })
    expect([answer.headers['content-encoding'], answer.headers['vary']]).toEqual([encoding, 'accept-encoding'])
    expect(pois.all.reply.parse(JSON.parse(read(answer.rawPayload).toString()))).toHaveLength(100)
    if (encoding !== undefined) expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
    const known = { 'if-none-match': String(answer.headers['etag']), 'accept-encoding': accept }
    expect((await get('/api/poi/all', known)).statusCode).toBe(304)
  })

  test('says how many there are of each category, under a version that changes with them', async () => {
    const overview = async () => success(pois.overview.reply).parse((await get('/api/poi/overview')).json()).data
    await publish(2)
    const first = await overview()
    expect(first).toMatchObject({ counts: { stationarySpeedCameras: 2, accidents: 0 }, sources: [] })
    await publish(3)
    const second = await overview()
    expect(second.counts.stationarySpeedCameras).toBe(3)
    expect(second.version).not.toBe(first.version)
  })

  test('answers a tile with its POIs, and 304 until something changes', async () => {
    await publish(2)
    const answer = await get(tile)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^"[^"]+"$/),
    })
    expect(decodeTile(answer.rawPayload, 13, column, row)).toHaveLength(2)
    const known = { 'if-none-match': String(answer.headers['etag']) }
    expect((await get(tile, known)).statusCode).toBe(304)
    expect((await get(`${tile}?categories=stationarySpeedCameras`, known)).statusCode).toBe(200)
    await publish(3)
    expect(decodeTile((await get(tile, known)).rawPayload, 13, column, row)).toHaveLength(3)
  })

  test('answers a large tile compressed to clients that can read it, under its own tag', async () => {
    await publish(300)
    const [plain, zipped] = [await get(tile), await get(tile, { 'accept-encoding': 'gzip' })]
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload)).toEqual(plain.rawPayload)
    expect(zipped.headers['etag']).not.toBe(plain.headers['etag'])
    expect((await get(tile, { 'if-none-match': `"x", W/${zipped.headers['etag']}` })).statusCode).toBe(304)
  })

  test('answers 204 for a tile without a POI, or without one of the categories', async () => {
    await publish(2)
    for (const url of ['/api/poi/tiles/13/0/0.mvt', `${tile}?categories=weather,accidents`]) {
      const answer = await get(url)
      expect([answer.statusCode, answer.body]).toEqual([204, ''])
    }
  })

  test.each([
    { url: '/api/poi/tiles/20/0/0.mvt', field: 'z' },
    { url: '/api/poi/tiles/-1/0/0.mvt', field: 'z' },
    { url: '/api/poi/tiles/x/0/0.mvt', field: 'z' },
    { url: '/api/poi/tiles/3/8/0.mvt', field: 'x' },
    { url: '/api/poi/tiles/3/0/8.mvt', field: 'y' },
    { url: '/api/poi/tiles/3/1.5/0.mvt', field: 'x' },
    { url: '/api/poi/tiles/3/0/0.mvt?categories=weather,motorway', field: 'categories' },
  ])('refuses $url', async ({ url, field }) => {
    const answer = await get(url)
    const { error } = failure.parse(answer.json())
    expect([answer.statusCode, error.code, Object.keys(error.fields ?? {})]).toEqual([400, 'VALIDATION_ERROR', [field]])
  })

  test('shows one, and answers 404 for one that does not exist', async () => {
    await fill(1)
    const { id } = await database.selectFrom('pois').select('id').executeTakeFirstOrThrow()
    expect(success(pois.show.reply).parse((await get(`/api/poi/${id}`)).json()).data.poi.id).toBe(id)
    const missing = await get('/api/poi/none')
    expect([missing.statusCode, failure.parse(missing.json()).error.code]).toEqual([404, 'NOT_FOUND'])
  })

  test('shows and lists once what two sources name, under either of its ids', async () => {
    await fill(1)
    await fill(1, 'other')
    const ids = (await database.selectFrom('pois').select('id').execute()).map(({ id }) => id)
    for (const id of ids) {
      const { poi } = success(pois.show.reply).parse((await get(`/api/poi/${id}`)).json()).data
      expect([poi.id, poi.details.sources?.length]).toEqual([id, 2])
    }
    const listed = success(pois.list.reply).parse((await get('/api/poi')).json()).data.pois
    expect(listed.map(({ details }) => details.sources?.length)).toEqual([2])
  })

  test.each(['bbox=1,2,3', 'near=49', 'radius=-1', 'radius=200001', 'limit=0', 'limit=501', 'bbox=8,50,9,48'])(
    'refuses %s with the name of the parameter',
    async (query) => {
      const answer = await get(`/api/poi?${query}`)
      const { error } = failure.parse(answer.json())
      expect([answer.statusCode, error.code]).toEqual([400, 'VALIDATION_ERROR'])
      expect(Object.keys(error.fields ?? {})).toEqual([query.split('=')[0]])
    },
  )
})
