import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { minuteMs, hourMs } from '#contract/base/time-units.ts'
import { type TestClock, clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import type { Download } from './download.ts'
import { createFeedsStore } from './feeds.store.ts'
import { readingReport } from './import-words.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { createPoisStore } from '#server/features/pois/pois.store.ts'
import { createWeatherStore } from '#server/features/weather/weather.store.ts'
import { cap } from '#server/feeds/cap/cap.ts'
import type { PoiFeed } from '#server/feeds/feed.ts'
import { overpass } from '#server/feeds/osm/overpass.ts'
import { randomId } from '#server/platform/ids.ts'
import { feedsServiceAt } from '#server/testing/feeds-service.ts'
import { poiRecord } from '#server/testing/poi-records.ts'

const data = join(process.env['SHARED_DIR'] ?? '../shared', 'data')
const cameraFile = join(data, 'speedcams/osm_speedcams_2018_DERIVED_overpass.json')
const warningFile = join(data, 'dwd/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip')

const start = '2026-11-21T12:00:00.000Z'

const camera = (id: number, tags: Record<string, string> = {}) => ({
  type: 'node',
  id,
  lat: 49 + id / 1000,
  lon: 8.4,
  tags: { highway: 'speed_camera', ...tags },
})
const fileOf = (...elements: object[]) => ({ name: 'a.json', bytes: Buffer.from(JSON.stringify({ elements })) })

describeOnBothDatabases('imports of open data', (database) => {
  const states = createFeedsStore(database)
  const pois = createPoisStore(database, 'real')
  const serviceAt = (clock: TestClock, download?: Download) => feedsServiceAt(database, clock, download)
  const shown = async (clock: TestClock) => {
    const found = await pois.page('', 10_000, clock.now())
    return found.toSorted((one, other) => one.latitude - other.latitude)
  }

  test('a POI keeps its id; new, changed and removed ones are counted separately', async () => {
    const clock = clockAt(start)
    const service = serviceAt(clock)
    const first = await service.importFiles(overpass, [fileOf(camera(1), camera(2), camera(3))])
    expect(first).toMatchObject({ outcome: 'imported', counts: { read: 3, kept: 3, added: 3, changed: 0, removed: 0 } })
    const before = await shown(clock)
    expect(new Set(before.map(({ id }) => id)).size).toBe(3)
    expect(before[0]).toMatchObject({ createdAt: start, updatedAt: start })

    clock.advance(hourMs)
    const later = '2026-11-21T13:00:00.000Z'
    const second = await service.importFiles(overpass, [fileOf(camera(2), camera(3, { maxspeed: '70' }), camera(4))])
    expect(second).toMatchObject({ counts: { added: 1, changed: 1, removed: 1 } })
    const after = await shown(clock)
    expect(after).toMatchObject([
      { id: before[1]?.id, createdAt: start, updatedAt: start, details: { fetchedAt: later } },
      { id: before[2]?.id, createdAt: start, updatedAt: later, speed: 70, details: { fetchedAt: later } },
      { createdAt: later, updatedAt: later, details: { source: 'overpass', fetchedAt: later } },
    ])
    expect(before.map(({ id }) => id)).not.toContain(after[2]?.id)
  })

  test.each([
    [
      'is cut off',
      Buffer.from('{"elements":[{"type":"no'),
      'a.json ist abgeschnitten oder beschädigt (Zeile 1, Spalte 25)',
    ],
    ['is empty', Buffer.alloc(0), 'a.json ist leer'],
    [
      'names nothing where there was something',
      Buffer.from('{"elements":[]}'),
      'Die Quelle nennt keinen einzigen Eintrag, bisher waren es 2; der letzte gute Stand bleibt',
    ],
    [
      'names nothing usable where there was something',
      Buffer.from(JSON.stringify({ elements: [camera(1, { enforcement: 'toll' })] })),
      'Die Quelle nennt keinen einzigen Eintrag, bisher waren es 2; der letzte gute Stand bleibt',
    ],
  ])('a file that %s changes nothing and records the reason', async (_what, bytes, reason) => {
    const clock = clockAt(start)
    const service = serviceAt(clock)
    await service.importFiles(overpass, [fileOf(camera(1), camera(2))])
    const before = await shown(clock)
    clock.advance(hourMs)
    expect(await service.importFiles(overpass, [{ name: 'a.json', bytes }])).toEqual({ outcome: 'failed', reason })
    expect(await shown(clock)).toEqual(before)
    expect(await service.states()).toMatchObject([
      { feed: 'overpass', lastSuccessAt: start, lastAttemptAt: '2026-11-21T13:00:00.000Z', lastError: reason },
    ])
    clock.advance(hourMs)
    await service.importFiles(overpass, [fileOf(camera(1))])
    expect(await service.states()).toMatchObject([{ lastSuccessAt: '2026-11-21T14:00:00.000Z', lastError: null }])
  })

  test('a file that cannot be read at all is no state of a source, even if the source has nothing yet', async () => {
    const service = serviceAt(clockAt(start))
    expect(await service.importFiles(overpass, [fileOf({}, { type: 'node' })])).toEqual({
      outcome: 'failed',
      reason: 'Von 2 Einträgen ist keiner lesbar; der letzte gute Stand bleibt',
    })
    expect(await states.list()).toMatchObject([{ lastSuccessAt: null, failures: 1 }])
  })

  test('a source that has nothing yet may have nothing', async () => {
    const service = serviceAt(clockAt(start))
    expect(await service.importFiles(overpass, [fileOf()])).toMatchObject({ outcome: 'imported', counts: { read: 0 } })
  })

  test('an unreachable source is recorded, and one without changes is as fresh as today', async () => {
    const clock = clockAt(start)
    expect(await serviceAt(clock).refresh(overpass)).toEqual({ outcome: 'failed', reason: 'keine Verbindung' })
    expect(await states.list()).toMatchObject([{ lastSuccessAt: null, lastError: 'keine Verbindung' }])

    const known: (string | null)[] = []
    const source: Download = async (_request, etag) => {
      known.push(etag)
      return etag === '"1"' ? { unchanged: true } : { file: fileOf(camera(1)), etag: '"1"' }
    }
    expect(await serviceAt(clock, source).refresh(overpass)).toMatchObject({ outcome: 'imported' })
    clock.advance(hourMs)
    expect(await serviceAt(clock, source).refresh(overpass)).toEqual({ outcome: 'unchanged' })
    expect(known).toEqual([null, '"1"'])
    expect(await states.list()).toMatchObject([{ lastSuccessAt: '2026-11-21T13:00:00.000Z', lastError: null }])
    expect((await shown(clock))[0]?.details.fetchedAt).toBe('2026-11-21T13:00:00.000Z')

    // A file is not the source's state: afterwards the whole state is asked for.
    await serviceAt(clock).importFiles(overpass, [fileOf(camera(2))])
    await serviceAt(clock, source).refresh(overpass)
    expect(known).toEqual([null, '"1"', null])
  })

  test('an import that breaks off while writing shows nothing, and the next one succeeds', async () => {
    const clock = clockAt(start)
    const service = serviceAt(clock)
    await service.importFiles(overpass, [fileOf(camera(1))])
    const before = await shown(clock)
    const records = Array.from({ length: 500 }, (_, index) => poiRecord({ sourceId: `node/${index}`, speed: 30 }))
    const broken: PoiFeed = {
      ...overpass,
      read: async () => ({
        records: [...records, poiRecord({ sourceId: 'node/500', latitude: NaN })],
        read: 501,
        dropped: {},
        swapped: 0,
      }),
    }
    await expect(service.importFiles(broken, [])).rejects.toThrow()
    expect(await shown(clock)).toEqual(before)
    expect(await service.importFiles(overpass, [fileOf(camera(1), camera(2))])).toMatchObject({
      counts: { added: 1, changed: 0, removed: 0 },
    })
    expect(await shown(clock)).toHaveLength(2)
  })

  test('nothing that is written is visible before all of it is', async () => {
    const clock = clockAt(start)
    const begun = await states.begin('overpass', clock.now())
    const edition = { source: 'overpass', attribution: '', edition: begun?.edition ?? NaN, at: clock.now() }
    const target = createPoisImport(database, randomId)
    const replacing = target.replace({ ...edition, records: [poiRecord({ sourceId: 'node/1' })] }, async () => {
      throw new Error('the process ends here')
    })
    await expect(replacing).rejects.toThrow('the process ends here')
    expect(await database.selectFrom('pois').select('source_id').execute()).toHaveLength(1)
    expect(await shown(clock)).toEqual([])
  })

  test('only one import of a source runs at a time, and a dead one does not block it for ever', async () => {
    const clock = clockAt(start)
    const begun = await states.begin('overpass', clock.now())
    const service = serviceAt(clock)
    const files = [fileOf(camera(1))]
    clock.advance(9 * minuteMs)
    const refused = await service.importFiles(overpass, files)
    expect(refused).toEqual({ outcome: 'failed', reason: 'Ein anderer Import dieser Quelle läuft gerade' })
    clock.advance(2 * minuteMs)
    expect(await service.importFiles(overpass, files)).toMatchObject({ outcome: 'imported' })
    // The import that was considered dead finds that it was overtaken.
    const late = states.publish(database, begun ?? { feed: '', edition: 0, at: clock.now() }, {
      outcome: {},
      etag: null,
    })
    await expect(late).rejects.toThrow('another import of overpass has begun meanwhile')
  })

  test('two imports that begin at once do not mix', async () => {
    const service = serviceAt(clockAt(start))
    const clock = clockAt(start)
    const results = await Promise.all([
      service.importFiles(overpass, [fileOf(camera(1), camera(2))]),
      service.importFiles(overpass, [fileOf(camera(3))]),
    ])
    expect(results.some(({ outcome }) => outcome === 'imported')).toBe(true)
    const latitudes = (await shown(clock)).map(({ latitude }) => latitude)
    expect([[49.001, 49.002], [49.003]]).toContainEqual(latitudes)
  })

  test('the POIs of other sources stay as they are', async () => {
    const clock = clockAt(start)
    const other = { source: 'mobidata', attribution: 'Beispieldaten', edition: 0, at: clock.now() }
    const target = createPoisImport(database, randomId)
    await target.replace({ ...other, records: [poiRecord({ sourceId: 'node/1' })] }, async () => undefined)
    await serviceAt(clock).importFiles(overpass, [fileOf(camera(1))])
    await serviceAt(clock).importFiles(overpass, [fileOf(camera(2))])
    const sources = (await shown(clock)).map(({ details }) => details.source)
    expect(sources.toSorted()).toEqual(['mobidata', 'overpass'])
  })

  test.skipIf(!existsSync(cameraFile))(
    '3,012 real cameras are imported once, and unchanged the second time',
    async () => {
      const clock = clockAt(start)
      const service = serviceAt(clock)
      const file = { name: 'kameras.json', bytes: readFileSync(cameraFile) }
      const first = await service.importFiles(overpass, [file])
      expect(first).toMatchObject({ counts: { read: 3012, kept: 3009, added: 3009, notACamera: 2, outOfService: 1 } })
      expect(await shown(clock)).toHaveLength(3009)
      clock.advance(hourMs)
      expect(await service.importFiles(overpass, [file])).toMatchObject({
        counts: { added: 0, changed: 0, removed: 0 },
      })
      const [poi] = await shown(clock)
      expect(poi).toMatchObject({ createdAt: start, updatedAt: start })
    },
  )

  test.skipIf(!existsSync(warningFile))('real warnings of 2023 are over today, which is no failure', async () => {
    const service = serviceAt(clockAt(start))
    const result = await service.importFiles(cap, [{ name: 'warnungen.zip', bytes: readFileSync(warningFile) }])
    if (result.outcome !== 'imported') throw new Error(result.outcome)
    expect(readingReport(result.counts)).toBe('3 gelesen, 3 abgelaufen')
    expect(await states.list()).toMatchObject([{ feed: 'cap', lastSuccessAt: start, lastError: null }])
    expect(await createWeatherStore(database, 'real').inForce(new Date(start))).toMatchObject({ warnings: [] })
  })

  test.skipIf(!existsSync(warningFile))(
    'real warnings are in force on their day, and disappear when they are over',
    async () => {
      const clock = clockAt('2023-06-23T10:00:00Z')
      const service = serviceAt(clock)
      const file = { name: 'warnungen.zip', bytes: readFileSync(warningFile) }
      expect(await service.importFiles(cap, [file])).toMatchObject({ counts: { read: 3, kept: 3, added: 3 } })
      const weather = createWeatherStore(database, 'real')
      expect((await weather.inForce(clock.now())).warnings).toHaveLength(3)
      expect(await service.importFiles(cap, [file])).toMatchObject({ counts: { added: 0, removed: 0 } })

      clock.advance(2.5 * hourMs)
      expect(await service.importFiles(cap, [file])).toMatchObject({ counts: { kept: 2, removed: 1, expired: 1 } })
      expect((await weather.inForce(clock.now())).warnings.map(({ regionName }) => regionName)).toEqual([
        'Stadt Havelsee und 2 weitere',
        'Gemeinde Bovenden und 167 weitere',
      ])
    },
  )
})
