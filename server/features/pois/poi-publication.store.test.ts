import { text } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { type Poi, poi, poiCategories } from '#contract/pois/pois.ts'
import * as z from 'zod/mini'
import { hourMs } from '#contract/base/time-units.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createFeedsStore } from '#server/features/feeds/feeds.store.ts'
import { watchPoiChanges } from './poi-changes.store.ts'
import { createPoiPublication, type PoiPublication } from './poi-publication.ts'
import type { PoiSnapshot } from './poi-snapshot.ts'
import { createPoisImport } from './pois-import.store.ts'
import { createPoisStore } from './pois.store.ts'
import type { PoiRecord } from '#server/feeds/feed.ts'
import { randomId } from '#server/platform/ids.ts'
import { poiRecord } from '#server/testing/poi-records.ts'
import { decodeTile } from '#server/tiles/testing/tiles.ts'
import { createTileIndex, type TileIndex } from '#server/tiles/tile-index.ts'
import { patience } from '#server/testing/patience.ts'

const start = '2026-11-21T12:00:00.000Z'
const log = pino({ level: 'silent' })

describeOnBothDatabases('the publication of POIs', (database, connection) => {
  const isPostgres = 'connectionString' in connection.pool.options
  const opened: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const each of opened.splice(0).toReversed()) await each.close()
  })

  function open(clock: TestClock, world: 'real' | 'demo' = 'real', createIndex = createTileIndex): PoiPublication {
    const store = createPoisStore(database, world)
    const publication = createPoiPublication({ store, clock, log, createIndex })
    opened.push(publication)
    return publication
  }

  const fill = (count: number, source = 'test', more: Partial<PoiRecord> = {}) => {
    const records = Array.from({ length: count }, (_, index) => poiRecord({ sourceId: `${index}`, ...more }))
    const edition = { source, attribution: '© Test', edition: 0, at: new Date(start), records }
    return createPoisImport(database, randomId).replace(edition, async () => undefined)
  }

  test('has all of them in the list and in the tiles, also when there are thousands', async () => {
    await fill(2500)
    const publication = open(clockAt(start))
    publication.look()
    const snapshot = await publication.shown()
    const listed = await listOf(snapshot)
    expect(new Set(listed.map(({ id }) => id)).size).toBe(2500)
    expect(await countIn(snapshot)).toBe(2500)
  })

  test('keeps no index of a state that could not be shown because the database failed', async () => {
    await fill(3)
    const store = createPoisStore(database, 'real')
    let [looks, reads, indices] = [0, 0, 0]
    const away = () => Promise.reject(new Error('the database is away'))
    const publication = createPoiPublication({
      store: {
        ...store,
        // The versions are read a second time after all POIs.
        versions: () => ((looks += 1) === 2 ? away() : store.versions()),
        reports: (now) => ((reads += 1) === 1 ? away() : store.reports(now)),
      },
      clock: clockAt(start),
      log,
      createIndex(onLost) {
        const index = createTileIndex(onLost)
        indices += 1
        return { ...index, close: () => ((indices -= 1), index.close()) }
      },
    })
    opened.push(publication)
    publication.look()
    // Who asks gives up after some seconds; three indices may take a busy machine longer.
    await expect.poll(() => publication.shown().then(countIn, () => null), patience).toBe(3)
    expect([looks > 2, reads > 1, indices]).toEqual([true, true, 1])
  })

  test('gives a state the same tag in every process, whenever that looked', async () => {
    const expiresAt = new Date(Date.parse(start) + hourMs).toISOString()
    await fill(3, 'test', {})
    await fill(2, 'other', { expiresAt })
    const clocks = [0, 2000, hourMs + 1].map((passed) => clockAt(new Date(Date.parse(start) + passed).toISOString()))
    const tags = await Promise.all(
      clocks.map(async (clock) => {
        const publication = open(clock)
        publication.look()
        return (await publication.shown()).tag
      }),
    )
    expect(tags[1]).toBe(tags[0])
    expect(tags[2]).not.toBe(tags[0])
    await fill(4, 'third')
    const next = open(clockAt(start))
    next.look()
    expect(tags).not.toContain((await next.shown()).tag)
  })

  test('is out of date once an import is shown or changes nothing, but not while it is written or when it fails', async () => {
    const store = createPoisStore(database, 'real')
    const feeds = createFeedsStore(database)
    const begun = await feeds.begin('test', new Date(start))
    if (begun === null) throw new Error('another import runs')
    const records = [poiRecord({ sourceId: '1' }), poiRecord({ sourceId: '2' })]
    const edition = { source: 'test', attribution: '© Test', edition: begun.edition, at: begun.at, records }
    const { replace } = createPoisImport(database, randomId)
    const before = (await store.versions()).pois
    await expect(replace(edition, async () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off')
    expect((await store.versions()).pois).toBe(before)

    await replace(edition, (transaction) => feeds.publish(transaction, begun, { outcome: {}, etag: null }))
    const shown = (await store.versions()).pois
    expect(shown).not.toBe(before)
    await feeds.unchanged('test', new Date('2026-11-22T12:00:00Z'))
    expect((await store.versions()).pois).not.toBe(shown)
    const asOf = (await store.versions()).pois
    await feeds.begin('weather', begun.at)
    await feeds.unchanged('weather', new Date('2026-11-22T12:00:00Z'))
    expect((await store.versions()).pois).toBe(asOf)
  })

  test('is checked when POIs have changed', async () => {
    let changes = 0
    const watch = watchPoiChanges(connection, () => void (changes += 1))
    opened.push({ close: watch.stop })
    // Once when it begins to watch, and once when it listens.
    await vi.waitFor(() => expect(changes).toBeGreaterThan(1), patience)
    const before = changes
    await fill(1)
    await vi.waitFor(() => expect(changes).toBeGreaterThan(before), patience)

    // A connection that breaks is followed by another, which may have missed something.
    const unbroken = changes
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and query like 'listen %'`.execute(database)
    await vi.waitFor(() => expect(changes).toBeGreaterThan(unbroken), patience)
    const afterwards = changes
    await fill(2)
    await vi.waitFor(() => expect(changes).toBeGreaterThan(afterwards), patience)
  })

  // The tests below do not depend on the database, so once is enough.
  if (isPostgres) return

  test('has no weather in the list', async () => {
    await fill(1)
    await database.updateTable('pois').set({ poi_type: 'Weather' }).execute()
    const publication = open(clockAt(start))
    publication.look()
    expect(await listOf(await publication.shown())).toEqual([])
    expect(await countIn(await publication.shown())).toBe(1)
  })

  test('stays the same until a POI changes', async () => {
    await fill(1)
    let asked = 0
    let made = 0
    const store = createPoisStore(database, 'real')
    const publication = createPoiPublication({
      store: { ...store, versions: () => store.versions().finally(() => (asked += 1)) },
      clock: clockAt(start),
      log,
      createIndex: (onLost) => ((made += 1), createTileIndex(onLost)),
    })
    opened.push(publication)
    publication.look()
    const first = await publication.shown()
    const before = asked
    publication.look()
    await vi.waitFor(() => expect(asked).toBeGreaterThan(before), patience)
    expect(await publication.shown()).toBe(first)
    await database.updateTable('pois').set({ note: 'anders' }).execute()
    publication.look()
    await vi.waitFor(async () => {
      expect((await listOf(await publication.shown())).map(({ details }) => details.note)).toEqual(['anders'])
    }, patience)
    expect(made).toBe(2)
  })

  test('has once what two sources name, on the map and in the list, and names both of them', async () => {
    await fill(2, 'one')
    await fill(1, 'other', { poiType: 'SpeedAndRedLightControl' })
    await fill(1, 'third', { poiType: 'Accident' })
    const publication = open(clockAt(start))
    publication.look()
    const snapshot = await publication.shown()
    const listed = await listOf(snapshot)
    expect(listed).toHaveLength(3)
    const named = listed.flatMap(({ details }) => details.sources?.map(({ source }) => source) ?? [])
    expect(named.toSorted()).toEqual(['one', 'other'])
    expect(await countIn(snapshot)).toBe(3)
  })

  test('drops expired POIs by itself', async () => {
    const clock = clockAt(start)
    await fill(2, 'lasting')
    // They have another type, because two sources at the same places would name the same thing.
    await fill(3, 'passing', { poiType: 'Accident', expiresAt: '2026-11-21T12:30:00Z' })
    const publication = open(clock)
    publication.look()
    expect(await countIn(await publication.shown())).toBe(5)
    clock.advance(hourMs)
    await vi.waitFor(async () => expect(await countIn(await publication.shown())).toBe(2), patience)
    expect(await listOf(await publication.shown())).toHaveLength(2)
  })

  test('of one world has nothing of the other', async () => {
    await fill(2)
    await fill(3, 'demo')
    const counts = await Promise.all(
      (['real', 'demo'] as const).map(async (world) => {
        const publication = open(clockAt(start), world)
        publication.look()
        const snapshot = await publication.shown()
        return [await countIn(snapshot), (await listOf(snapshot)).length]
      }),
    )
    expect(counts).toEqual([
      [2, 2],
      [3, 3],
    ])
  })

  test('answers at once while the next one is made, and makes one for many changes', async () => {
    await fill(1)
    let made = 0
    const release = Promise.withResolvers<void>()
    const slowFromTheSecondOn = (onLost: (error: Error) => void): TileIndex => {
      const index = createTileIndex(onLost)
      const isFirst = made === 0
      made += 1
      return isFirst ? index : { ...index, finish: async () => (await release.promise, index.finish()) }
    }
    const publication = open(clockAt(start), 'real', slowFromTheSecondOn)
    publication.look()
    await publication.shown()
    for (const count of [2, 3, 4, 5]) {
      await fill(count)
      publication.look()
    }
    await vi.waitFor(() => expect(made).toBe(2), patience)
    // The next one is not finished before `release`: waiting for it would not end.
    expect(await countIn(await publication.shown())).toBe(1)
    expect(await listOf(await publication.shown())).toHaveLength(1)

    release.resolve()
    await vi.waitFor(async () => expect(await countIn(await publication.shown())).toBe(5), patience)
    expect(made).toBe(2)
  })

  test('goes on after an error, showing what it had', async () => {
    await fill(1)
    let made = 0
    const brokenTheSecondTime = (onLost: (error: Error) => void): TileIndex => {
      const index = createTileIndex(onLost)
      made += 1
      return made === 2 ? { ...index, finish: async () => Promise.reject(new Error('broken')) } : index
    }
    const publication = open(clockAt(start), 'real', brokenTheSecondTime)
    publication.look()
    await publication.shown()
    await fill(2)
    publication.look()
    await vi.waitFor(() => expect(made).toBe(2), patience)
    expect(await countIn(await publication.shown())).toBe(1)
    await vi.waitFor(async () => expect(await countIn(await publication.shown())).toBe(2), patience)
  })

  test('is made anew when its thread is lost', async () => {
    await fill(1)
    const indices: { lose: (error: Error) => void; index: TileIndex }[] = []
    const publication = open(clockAt(start), 'real', (onLost) => {
      const index = createTileIndex(onLost)
      indices.push({ lose: onLost, index })
      return index
    })
    publication.look()
    const first = await publication.shown()
    indices[0]?.lose(new Error('lost'))
    await vi.waitFor(async () => expect(await publication.shown()).not.toBe(first), patience)
    expect(await countIn(await publication.shown())).toBe(1)
  })
})

async function listOf({ list }: PoiSnapshot): Promise<Poi[]> {
  const encodings = await list.load()
  if (!Array.isArray(encodings?.br) || typeof encodings.identity !== 'function')
    throw new Error('the list is not prepared')
  const json = brotliDecompressSync(Buffer.concat(encodings.br)).toString()
  expect(await text(encodings.identity())).toBe(json)
  return z.array(poi).parse(JSON.parse(json))
}

/** How many POIs the tile of the whole world counts. */
async function countIn(snapshot: PoiSnapshot): Promise<number> {
  const encodings = await snapshot.tile({ zoom: 0, column: 0, row: 0 }, poiCategories).load()
  if (encodings === null) return 0
  if (!Buffer.isBuffer(encodings.identity)) throw new Error('a tile is bytes')
  const [shown] = decodeTile(encodings.identity, 0, 0, 0)
  return shown?.properties['cluster'] === true ? Number(shown.properties['count']) : 1
}
