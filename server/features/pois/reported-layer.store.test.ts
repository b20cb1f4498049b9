import { brotliDecompressSync } from 'node:zlib'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Poi, poiCategories } from '#contract/pois/pois.ts'
import type { NewReport } from '#contract/poi-reports/poi-reports.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { destination } from '#domain/geo/geo.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createPoiPublication, type PoiPublication } from './poi-publication.ts'
import { createPoiReportsStore } from '#server/features/poi-reports/poi-reports.store.ts'
import type { PoiSnapshot } from './poi-snapshot.ts'
import { createPoisImport } from './pois-import.store.ts'
import { createPoisStore } from './pois.store.ts'
import { reportedPois } from '#server/features/pois/reported-pois.ts'
import type { PoiRecord } from '#server/feeds/feed.ts'
import { randomId } from '#server/platform/ids.ts'
import { insertDevice } from '#server/testing/rows.ts'
import { poiRecord } from '#server/testing/poi-records.ts'
import { decodeTile, type Shown } from '#server/tiles/testing/tiles.ts'
import { createTileIndex } from '#server/tiles/tile-index.ts'
import { worldX, worldY } from '#server/tiles/z-order.ts'
import { patience } from '#server/testing/patience.ts'

const start = '2026-11-21T12:00:00.000Z'
const karlsruhe = { latitude: 49.0069, longitude: 8.4037 }
const camera: NewReport = { poiType: 'MobileSpeedCamera', ...karlsruhe, speed: 50, consentVersion: 1 }

describeOnBothDatabases('what users report', (database) => {
  const opened: PoiPublication[] = []
  let clock: TestClock
  /** How often all POIs were read. */
  let made = 0
  beforeEach(async () => {
    clock = clockAt(start)
    made = 0
    await database
      .insertInto('users')
      .values(
        ['anna', 'ben', 'carl'].map((id) => ({
          id,
          email: `${id}@example.org`,
          password_hash: '',
          demo: false,
          created_at: new Date(start),
        })),
      )
      .execute()
    for (const [index, userId] of ['anna', 'ben', 'carl'].entries()) {
      const imei = `35000000000000${index}`
      await insertDevice(database, { id: imei, userId, imei }, new Date('2026-01-01T00:00:00Z'))
    }
  })
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close()
  })

  const reports = createPoiReportsStore(database, randomId, reportedPois)
  const report = async (what: NewReport) => (await reports.report('anna', what, clock.now()))?.id ?? ''
  const fill = (records: readonly PoiRecord[], source = 'test') =>
    createPoisImport(database, randomId).replace(
      { source, attribution: '© Test', edition: 0, at: new Date(start), records },
      async () => undefined,
    )

  async function publish(): Promise<PoiPublication> {
    const publication = createPoiPublication({
      store: createPoisStore(database, 'real'),
      clock,
      log: pino({ level: 'silent' }),
      createIndex: (onLost) => {
        made += 1
        return createTileIndex(onLost)
      },
    })
    opened.push(publication)
    publication.look()
    await publication.shown()
    return publication
  }

  test('is on the map, in the list and in the counts without reading all others again, and removed as fast', async () => {
    await fill([poiRecord({ sourceId: '1', ...destination(karlsruhe, 900, 0) })])
    const publication = await publish()
    const id = await report(camera)
    publication.look()
    await vi.waitFor(async () => expect(idsOf(await shownNear(publication))).toContain(id), patience)
    const snapshot = await publication.shown()
    expect(snapshot.counts).toMatchObject({ stationarySpeedCameras: 1, mobileSpeedCameras: 1 })
    expect((await listOf(snapshot)).map(({ poiType }) => poiType).toSorted()).toEqual([
      'MobileSpeedCamera',
      'SpeedControl',
    ])
    const [world] = await shownIn(snapshot, 0, 0, 0)
    expect(world?.properties).toMatchObject({ count: 2, mobileSpeedCameras: 1, stationarySpeedCameras: 1 })

    for (const user of ['ben', 'carl']) {
      await reports.vote(id, user, { confirms: false, at: clock.now(), nearness: 'near' }, clock.now())
    }
    publication.look()
    await vi.waitFor(async () => expect(idsOf(await shownNear(publication))).not.toContain(id), patience)
    expect(made).toBe(1)
  })

  test('ends by itself', async () => {
    const publication = await publish()
    const id = await report(camera)
    publication.look()
    await vi.waitFor(async () => expect(idsOf(await shownNear(publication))).toEqual([id]), patience)
    clock.advance(3 * hourMs + 1000)
    await vi.waitFor(async () => expect(await shownNear(publication)).toEqual([]), patience)
    expect(made).toBe(1)
  })

  test('replaces what another source says of the same thing', async () => {
    await fill([poiRecord({ sourceId: '1', poiType: 'SemiStationarySpeedCameras', ...destination(karlsruhe, 30, 90) })])
    const publication = await publish()
    const [below] = idsOf(await shownNear(publication))
    const id = await report(camera)
    publication.look()
    await vi.waitFor(async () => expect(idsOf(await shownNear(publication))).toEqual([id]), patience)
    const snapshot = await publication.shown()
    expect(snapshot.counts.mobileSpeedCameras).toBe(1)
    expect((await shownIn(snapshot, 0, 0, 0)).map(({ properties }) => properties['id'])).toEqual([id])
    await reports.remove(id)
    publication.look()
    await vi.waitFor(async () => expect(idsOf(await shownNear(publication))).toEqual([below]), patience)
  })

  test('changes the name of its own tile, and leaves other tiles as they were', async () => {
    const places = [karlsruhe, { latitude: 52.5, longitude: 13.4 }]
    await fill(places.map((place, index) => poiRecord({ sourceId: `${index}`, ...place })))
    const publication = await publish()
    const tagsOf = async () => {
      const snapshot = await publication.shown()
      return [snapshot.tag, ...places.map((place) => snapshot.tile(tileAt(place, 14), poiCategories).tag)]
    }
    const before = await tagsOf()
    await report(camera)
    publication.look()
    await vi.waitFor(async () => expect((await tagsOf())[0]).not.toBe(before[0]), patience)
    const after = await tagsOf()
    expect(after[1]).not.toBe(before[1])
    expect(after[2]).toBe(before[2])
  })

  test('has the same name in every process, whenever that looked', async () => {
    await fill([poiRecord({ sourceId: '1' })])
    const first = await publish()
    await report(camera)
    await report({ ...camera, poiType: 'Obstacle' })
    first.look()
    const second = await publish()
    const tile = async (publication: PoiPublication) => {
      const snapshot = await publication.shown()
      return [snapshot.tag, snapshot.list.tag, snapshot.tile(tileAt(karlsruhe, 14), poiCategories).tag]
    }
    const named = await tile(second)
    await vi.waitFor(async () => expect(await tile(first)).toEqual(named), patience)
  })
})

function tileAt({ latitude, longitude }: { latitude: number; longitude: number }, zoom: number) {
  const side = 2 ** (32 - zoom)
  return { zoom, column: Math.floor(worldX(longitude) / side), row: Math.floor(worldY(latitude) / side) }
}

async function shownNear(publication: PoiPublication): Promise<Shown[]> {
  const { zoom, column, row } = tileAt(karlsruhe, 14)
  return shownIn(await publication.shown(), zoom, column, row)
}

async function shownIn(snapshot: PoiSnapshot, zoom: number, column: number, row: number): Promise<Shown[]> {
  const encodings = await snapshot.tile({ zoom, column, row }, poiCategories).load()
  if (encodings === null) return []
  if (!Buffer.isBuffer(encodings.identity)) throw new Error('a tile is bytes')
  return decodeTile(encodings.identity, zoom, column, row)
}

const idsOf = (shown: readonly Shown[]) => shown.map(({ properties }) => properties['id'])

async function listOf({ list }: PoiSnapshot): Promise<Poi[]> {
  const encodings = await list.load()
  if (!Array.isArray(encodings?.br)) throw new Error('the list is not prepared')
  const listed: Poi[] = JSON.parse(brotliDecompressSync(Buffer.concat(encodings.br)).toString())
  return listed
}
