import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { strFromU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failure, success } from '#contract/base/endpoint.ts'
import { poiExchangeLimits } from '#contract/poi-exchange/poi-exchange-limits.ts'
import { exportFormats, ownPoiFileBytes, poiExchange } from '#contract/poi-exchange/poi-exchange.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { readPoiFile } from '#domain/poi-exchange/reading.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createOwnPoiTiles } from './own-poi-tiles.ts'
import { createOwnPoisService } from './own-pois.service.ts'
import { createOwnPoisStore } from './own-pois.store.ts'
import { registerPoiExchangeRoutes } from './poi-exchange.routes.ts'
import { createPoiExportService } from './poi-export.service.ts'
import { createPoiExportStore } from './poi-export.store.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import type { PoiRecord } from '#server/feeds/feed.ts'
import { randomId } from '#server/platform/ids.ts'
import { poiRecord } from '#server/testing/poi-records.ts'
import { insertUser } from '#server/testing/rows.ts'
import { startTestApi } from '#server/testing/test-api.ts'
import { decodeTile } from '#server/tiles/testing/tiles.ts'
import { worldX, worldY } from '#server/tiles/z-order.ts'

const cameras = resolve(process.env.SHARED_DIR ?? '../shared', 'data/speedcams/open_gatso_2021_all.csv')
/** 1,927 of its 40,667 rows have the same place (five decimals) and limit as an earlier row. */
const places = 38_740
const now = new Date('2026-11-21T12:00:00Z')
const clock = clockAt(now.toISOString())
const headers = { authorization: 'Bearer x' }
/** The user for every token sent to the test API. */
const me = 'u'

describeOnBothDatabases('exchanging POIs', (database) => {
  const store = createOwnPoisStore(database)
  const tiles = createOwnPoiTiles({ store, clock })
  const own = createOwnPoisService({ store, tiles, clock, newId: randomId })
  const exportsOf = (world: 'real' | 'demo') =>
    createPoiExportService({ store: createPoiExportStore(database, world), ownPois: store, clock })
  let app: FastifyInstance
  beforeAll(async () => {
    const exports = { real: exportsOf('real'), demo: exportsOf('demo') }
    app = await startTestApi((api) => registerPoiExchangeRoutes(api, { exports, own }))
  })
  afterAll(async () => {
    await app.close()
    await tiles.close()
  })

  const get = (url: string) => app.inject({ url, headers })
  const fill = (records: readonly PoiRecord[], source: string, attribution: string) =>
    createPoisImport(database, randomId).replace(
      { source, attribution, edition: 0, at: now, records },
      async () => undefined,
    )
  const upload = async (name: string, content: string | Uint8Array<ArrayBuffer>, more = '') => {
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    const { headers: of, body } = new Request('http://localhost', { method: 'POST', body: form })
    const payload = Buffer.from(await new Response(body).arrayBuffer())
    const type = { 'content-type': of.get('content-type') ?? '' }
    const url = `/api/poi/import?name=${encodeURIComponent(name)}${more}`
    return app.inject({ method: 'POST', url, headers: { ...headers, ...type }, payload })
  }
  const refusalOf = (answer: Awaited<ReturnType<typeof upload>>) => {
    const { error } = failure.parse(answer.json())
    return [answer.statusCode, error.code, error.message]
  }
  const ownPois = async () => success(poiExchange.own.reply).parse((await get('/api/poi/own')).json()).data.pois

  test('every format holds what was asked for, its sources and its licence', async () => {
    const place = { latitude: 49.5, longitude: 8.5, speed: 50, direction: 270.4, street: 'Höhenweg', city: 'Bühl' }
    const jam: PoiRecord = poiRecord({ sourceId: '2', poiType: 'TrafficJam', latitude: 48, note: 'A 5 "Nord"' })
    await fill([poiRecord({ sourceId: '1', ...place })], 'osm', '© OpenStreetMap contributors')
    await fill([jam], 'autobahn', '© Autobahn GmbH')
    await fill([poiRecord({ sourceId: '3' })], 'demo', 'Beispieldaten')

    for (const format of exportFormats) {
      const answer = await get(`/api/poi/export?format=${format}`)
      expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
        200,
        expect.stringContaining('filename='),
      ])
      const files = format === 'garmin' ? unzipSync(answer.rawPayload) : { whole: answer.rawPayload }
      const texts = Object.values(files).map((bytes) => strFromU8(bytes))
      const everything = texts.join('\n')
      for (const word of ['© OpenStreetMap', '© Autobahn GmbH', 'Open Database License', '§ 23']) {
        expect(everything).toContain(word)
      }
      expect(everything).not.toContain('Beispieldaten')
      const entries = Object.entries(files)
        .filter(([name]) => name !== 'LIESMICH.txt')
        .flatMap(([name, bytes]) => [...readPoiFile(bytes, name).entries])
      const found = entries.flatMap((entry) => (entry !== null && 'poi' in entry ? [entry.poi] : []))
      expect(found.map(({ latitude, speed }) => [latitude, speed]).toSorted()).toEqual([
        [48, null],
        [49.5, 50],
      ])
      if (format === 'garmin') expect(Object.keys(files)).toContain('Blitzer_fest_50.csv')
      else expect(found.find(({ speed }) => speed === 50)?.direction).toBe(270)
    }
    const some = await get('/api/poi/export?format=gpx&categories=accidents&bbox=8,47,9,50')
    expect([some.body.match(/<wpt /g)?.length, some.body.includes('OpenStreetMap')]).toEqual([1, false])
    expect((await get('/api/poi/export?format=gpx&bbox=1,1,2,2')).statusCode).toBe(204)
    expect((await get('/api/poi/export?format=gpx&bbox=170,47,8,50')).statusCode).toBe(204)
    const overTheAntimeridian = await get('/api/poi/export?format=gpx&categories=accidents&bbox=170,47,9,50')
    expect(overTheAntimeridian.body.match(/<wpt /g)?.length).toBe(1)
    for (const query of [
      'format=ov2',
      'format=gpx&categories=x',
      'format=gpx&bbox=8,2,9,1',
      'format=gpx&bbox=999,1,1000,2',
    ]) {
      expect((await get(`/api/poi/export?${query}`)).statusCode).toBe(400)
    }
  })

  test('own POIs are read from a file, unreadable lines are named, and only their owner sees them', async () => {
    await insertUser(database, me, now)
    await insertUser(database, 'other', now)
    const rows = `8.4,49,"Kurve @70","${'x'.repeat(1200)}"\n8.4;49\n8.5,49.1,"Tanke 🏍️","auf"\n999,1,"weg"\nquatsch\n`
    const answer = await upload('Meine Orte.csv', rows)
    expect([answer.statusCode, success(poiExchange.import.reply).parse(answer.json()).data]).toEqual([
      201,
      {
        file: { name: 'Meine Orte.csv', format: 'garmin', readAt: now.toISOString(), pois: 2 },
        skipped: [
          { reason: 'columns', count: 2, lines: [2, 5] },
          { reason: 'coordinates', count: 1, lines: [4] },
        ],
        shortened: 1,
      },
    ])
    expect(
      (await ownPois()).map(({ poiType, speed, details }) => [poiType, speed, details.note?.slice(0, 12)]),
    ).toEqual([
      ['User', 70, 'Kurve: xxxxx'],
      ['User', null, 'Tanke 🏍️: a'],
    ])
    expect((await own.list('other', {})).pois).toEqual([])
    expect(await own.files('other')).toEqual([])
    expect(await own.removeAll('other')).toBe(0)
    expect(await ownPois()).toHaveLength(2)

    const back = await get('/api/poi/export?format=kml&own=only')
    expect(back.body.match(/<name>Kurve @70<\/name>/g)).toHaveLength(1)
    expect((await get('/api/poi/export?format=kml')).statusCode).toBe(204)
    expect((await get('/api/poi/own/files')).json()).toMatchObject({
      data: { files: [{ name: 'Meine Orte.csv', pois: 2 }] },
    })
    const removal = await app.inject({ method: 'DELETE', url: '/api/poi/own', headers })
    expect(removal.json()).toEqual({ success: true, data: { removed: 2 } })
    expect([await ownPois(), (await get('/api/poi/export?format=kml&own=only')).statusCode]).toEqual([[], 204])
  })

  /** What a user sees in a tile. */
  const shownIn = async (userId: string, zoom: number, place: { longitude: number; latitude: number }) => {
    const column = Math.floor(worldX(place.longitude) / 2 ** (32 - zoom))
    const row = Math.floor(worldY(place.latitude) / 2 ** (32 - zoom))
    const encodings = await (await own.tile(userId, { zoom, column, row })).load()
    if (encodings === null) return []
    if (!Buffer.isBuffer(encodings.identity)) throw new Error('a tile is made of bytes')
    return decodeTile(encodings.identity, zoom, column, row).map(({ properties }) => properties)
  }
  const karlsruhe = { latitude: 49.0069, longitude: 8.4037 }

  test('own POIs come as tiles: clustered when zoomed out, one by one with all details when zoomed in', async () => {
    await insertUser(database, me, now)
    await insertUser(database, 'other', now)
    await upload('a.csv', '8.4037,49.0069,"Kurve @70","Vorsicht"\n8.41,49.01,"Tanke"\n13.4,52.52,"Berlin"')
    expect(await shownIn(me, 5, karlsruhe)).toMatchObject([{ cluster: true, count: 2 }])
    const [near, ...more] = await shownIn(me, 16, karlsruhe)
    expect([near, more]).toMatchObject([{ poiType: 'User', speed: 70 }, []])
    const id = String(near?.['id'])
    expect((await get(`/api/poi/own/${id}`)).json()).toMatchObject({
      data: { poi: { id, details: { note: 'Kurve: Vorsicht' } } },
    })

    expect(await shownIn('other', 5, karlsruhe)).toEqual([])
    await expect(own.find('other', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const unknown of ['x.1', 'x', '1.2.3', `${id}0`]) {
      expect((await get(`/api/poi/own/${unknown}`)).statusCode).toBe(404)
    }

    const url = '/api/poi/own/tiles/0/0/0.mvt'
    const answer = await get(url)
    expect([answer.statusCode, answer.headers['cache-control'], answer.headers['content-type']]).toEqual([
      200,
      'no-store',
      'application/vnd.mapbox-vector-tile',
    ])
    const known = { ...headers, 'if-none-match': String(answer.headers['etag']) }
    expect((await app.inject({ url, headers: known })).statusCode).toBe(304)
    expect((await get('/api/poi/own/tiles/1/2/0.mvt')).statusCode).toBe(400)
    await upload('b.csv', '8.42,49,"neu"')
    expect((await app.inject({ url, headers: known })).statusCode).toBe(200)
    expect(await shownIn(me, 5, karlsruhe)).toMatchObject([{ cluster: true, count: 3 }])
    const [file] = await store.shownFiles(me)
    const first = await store.points(file?.id ?? '', 0, 1)
    const rest = await store.points(file?.id ?? '', first[0]?.number ?? 0, 10)
    expect([...first, ...rest].map(({ number }) => number)).toEqual([...Array(file?.pois).keys()].map((n) => n + 1))
    await own.removeAll(me)
    expect((await get(url)).statusCode).toBe(204)
  })

  test('several files at once cannot exceed the limit together', async () => {
    await insertUser(database, me, now)
    const readAt = now.toISOString()
    const begin = (id: string) =>
      store.begin({ id, userId: me, name: id, format: 'gpx', readAt, pois: 30_000 }, poiExchangeLimits.most)
    const letIn = await Promise.all(['a', 'b', 'c', 'd'].map(begin))
    expect(letIn.filter(Boolean)).toHaveLength(1)
    await store.forgetUnfinished(me, new Date(now.getTime() + 1))
    expect(await begin('e')).toBe(true)
    await store.forgetUnfinished(me, new Date(now.getTime() + 1))
  })

  test('a file that cannot be read is refused in words that help, and leaves nothing behind', async () => {
    await insertUser(database, me, now)
    const cutOff = '<gpx>\n<wpt lat="1" lon="2">'
    expect(refusalOf(await upload('a.gpx', cutOff))).toEqual([
      400,
      'UNREADABLE_FILE',
      expect.stringContaining('Zeile 2, Element <wpt>: Die Datei ist unvollständig'),
    ])
    expect(refusalOf(await upload('a.kmz', 'PK\u0003\u0004'))[2]).toContain('unvollständig')
    const pictures = Uint8Array.from(zipSync({ 'a.bmp': new Uint8Array(9) }))
    expect(refusalOf(await upload('a.zip', pictures))[2]).toContain('entpacken')
    const bomb = Uint8Array.from(zipSync({ 'a.csv': new Uint8Array(21_000_000) }))
    expect(refusalOf(await upload('a.zip', bomb))[2]).toContain('zu groß')
    expect(refusalOf(await upload('a.gpi', '\0\0\0\0\u0016\0\0\0GRMREC00'))[2]).toContain('GPI-Datei von Garmin')
    expect(refusalOf(await upload('a.csv', 'Name;Ort\nA;B'))[1]).toBe('NO_POIS_IN_FILE')
    const many = '8.4,49,"x"\n'.repeat(poiExchangeLimits.most + 1)
    expect(refusalOf(await upload('a.csv', many)).slice(0, 2)).toEqual([409, 'TOO_MANY_OWN_POIS'])
    expect(await own.files(me)).toEqual([])
    expect(await database.selectFrom('own_poi_files').select('id').execute()).toEqual([])
  })

  test('a list with latitude and longitude in each other’s place is asked about, and imported as the user says', async () => {
    await insertUser(database, me, now)
    const rows = '49.0069,8.4037,"Karlsruhe"\n52.52,13.4,"Berlin"\n13.4,52.52,"richtig"'
    expect(refusalOf(await upload('a.csv', rows))).toEqual([
      409,
      'COORDINATES_SWAPPED',
      expect.stringContaining('Bei 2 von 3 POIs'),
    ])
    expect(await own.files(me)).toEqual([])
    expect((await upload('a.csv', rows, '&swapped=keep')).statusCode).toBe(201)
    expect((await ownPois()).map(({ latitude }) => latitude)).toEqual([8.4037, 13.4, 52.52])
    await own.removeAll(me)
    expect((await upload('a.csv', rows, '&swapped=turn')).statusCode).toBe(201)
    expect((await ownPois()).map(({ latitude }) => latitude)).toEqual([49.0069, 52.52])
  })

  test('places that the user already has are not imported again, from whichever file or format', async () => {
    await insertUser(database, me, now)
    const rows = '8.4,49,"Blitzer @50","a"\n8.5,49,"Blitzer @70",""\n8.4,49,"Blitzer @50","noch einmal"'
    const first = await upload('a.csv', rows)
    expect(first.json()).toMatchObject({
      data: { file: { pois: 2 }, skipped: [{ reason: 'known', count: 1, lines: [3] }] },
    })
    const written = Uint8Array.from((await get('/api/poi/export?format=gpx&own=only')).rawPayload)
    const again = await upload('a.gpx', written)
    expect(again.json()).toMatchObject({ data: { file: { pois: 0 }, skipped: [{ reason: 'known', count: 2 }] } })
    expect(await ownPois()).toHaveLength(2)
    expect(await own.files(me)).toHaveLength(1)
    expect((await upload('b.csv', '8.4,49,"Blitzer @30",""')).json()).toMatchObject({ data: { file: { pois: 1 } } })
  })

  test.each(['gpx', 'garmin', 'kml', 'igo'] as const)(
    'as many POIs as a user may have can be read back from our own %s',
    async (format) => {
      await insertUser(database, me, now)
      const most = 20_000
      const rows = Array.from(
        { length: most },
        (_, index) =>
          `${8 + index / 100_000},${49 + index / 100_000},"Blitzer ${index} @${30 + 10 * (index % 8)}","an der B 10"`,
      )
      expect((await upload('a.csv', rows.join('\n'))).statusCode).toBe(201)
      const written = (await get(`/api/poi/export?format=${format}&own=only`)).rawPayload
      // The size of 50,000, the most that a user may have.
      expect((written.length * poiExchangeLimits.most) / most).toBeLessThan(ownPoiFileBytes)
      await own.removeAll(me)
      const answer = await upload(`wegwarte.${format}`, Uint8Array.from(written))
      expect(answer.json()).toMatchObject({ data: { file: { pois: most, format }, skipped: [] } })
      expect((await ownPois())[0]).toMatchObject({ latitude: expect.closeTo(49, 0), speed: expect.any(Number) })
    },
  )

  test('an interrupted import is never seen, and is removed by the next one', async () => {
    await insertUser(database, me, now)
    const begun = new Date(now.getTime() - (poiExchangeLimits.importMinutes + 1) * minuteMs).toISOString()
    await store.begin({ id: 'broken', userId: me, name: 'b', format: 'gpx', readAt: begun, pois: 1 }, 1)
    const poi = { latitude: 49, longitude: 8, name: 'x', comment: null, kind: null, speed: null, direction: null }
    await store.add('broken', 1, [poi])
    expect([await ownPois(), await store.files(me)]).toEqual([[], []])
    await upload('a.csv', '8.4,49,"neu"')
    expect((await ownPois()).map(({ details }) => details.note)).toEqual(['neu'])
    expect(await database.selectFrom('own_pois').select('name').execute()).toEqual([{ name: 'neu' }])
  })

  test.skipIf(!existsSync(cameras))(
    `all of ${cameras} is imported, listed page by page and exported again`,
    async () => {
      await insertUser(database, me, now)
      const answer = await upload('open_gatso.csv', readFileSync(cameras))
      expect(answer.json()).toMatchObject({
        data: { file: { pois: places }, skipped: [{ reason: 'known', count: 40_667 - places }], shortened: 0 },
      })
      let listed = 0
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const { pois, nextCursor } = await own.list(me, cursor === '' ? {} : { cursor })
        listed += pois.length
        cursor = nextCursor ?? undefined
      }
      expect(listed).toBe(places)
      const zip = unzipSync((await get('/api/poi/export?format=garmin&own=only')).rawPayload)
      const given = Object.entries(zip)
        .filter(([name]) => name !== 'LIESMICH.txt')
        .flatMap(([name, bytes]) => [...readPoiFile(bytes, name).entries])
        .filter((entry) => entry !== null)
      expect(given).toHaveLength(places)
      expect(await own.removeAll(me)).toBe(places)
    },
  )
})
