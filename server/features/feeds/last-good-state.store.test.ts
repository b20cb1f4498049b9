import { strToU8, zipSync } from 'fflate'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { minuteMs, hourMs, hourMinutes } from '#contract/base/time-units.ts'
import { type TestClock, clockAt } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import type { Download } from './download.ts'
import { createRefreshDue } from './feeds.jobs.ts'
import { createFeedsStore } from './feeds.store.ts'
import { createPoisStore } from '#server/features/pois/pois.store.ts'
import { createWeatherStore } from '#server/features/weather/weather.store.ts'
import { autobahn } from '#server/feeds/roads/autobahn.ts'
import { cap } from '#server/feeds/cap/cap.ts'
import { overpass } from '#server/feeds/osm/overpass.ts'
import { roadworks } from '#server/feeds/roads/roadworks.ts'
import { feedsServiceAt } from '#server/testing/feeds-service.ts'

const start = '2026-11-21T12:00:00.000Z'

const fileOf = (value: unknown) => ({ name: 'a.json', bytes: Buffer.from(JSON.stringify(value)) })
const warning = (identifier: string, more: object = {}) => ({
  identifier,
  display_type: 'WARNING',
  coordinate: { lat: 48.9, long: 8.6 },
  ...more,
})
const warnings = (...items: object[]) => [fileOf({ warning: items })]
const work = (id: string, starttime: string) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [8.4, 49] },
  properties: { id, type: 'CONSTRUCTION', starttime, endtime: '2026-12-24T12:00:00Z' },
})
const worksOf = (...features: object[]) => fileOf({ type: 'FeatureCollection', features })

const alertOf = (msgType: string) => `
  <alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>1</identifier><sender>a</sender>
  <sent>2026-11-21T11:00:00Z</sent><status>Actual</status><msgType>${msgType}</msgType><scope>Public</scope>
  <info><language>de-DE</language><category>Met</category><event>STURM</event><urgency>Immediate</urgency>
  <severity>Moderate</severity><certainty>Likely</certainty><onset>2026-11-21T11:00:00Z</onset>
  <expires>2026-11-21T18:00:00Z</expires><headline>Sturm</headline><description>d</description>
  <area><areaDesc>Ort</areaDesc><polygon>49,8 49,9 50,9 49,8</polygon></area></info></alert>`

describeOnBothDatabases('the last good state of a source', (database) => {
  const states = createFeedsStore(database)
  const serviceAt = (clock: TestClock, download?: Download) => feedsServiceAt(database, clock, download)
  const shown = async (clock: TestClock) => {
    const found = await createPoisStore(database, 'real').page('', 100, clock.now())
    return found.map(({ poiType }) => poiType).toSorted()
  }

  test('keeps a warning without an end through one absence, not through two in a row', async () => {
    const clock = clockAt(start)
    const service = serviceAt(clock)
    const jam = warning('1', { abnormalTrafficType: 'STATIONARY_TRAFFIC' })
    const other = warning('2')
    const poll = async (...items: object[]) => {
      clock.advance(15 * minuteMs)
      await service.importFiles(autobahn, warnings(...items))
      return shown(clock)
    }
    expect(await poll(jam, other)).toEqual(['Obstacle', 'TrafficJam'])
    expect(await poll(other)).toEqual(['Obstacle', 'TrafficJam'])
    expect(await poll(jam, other)).toEqual(['Obstacle', 'TrafficJam'])
    expect(await poll(other)).toEqual(['Obstacle', 'TrafficJam'])
    expect(await poll(other)).toEqual(['Obstacle'])
  })

  test('stays if the source names much less, until it says so again later or somebody accepts it', async () => {
    const clock = clockAt(start)
    const service = serviceAt(clock)
    const cameras = (count: number) => [
      fileOf({
        elements: Array.from({ length: count }, (_, id) => {
          return { type: 'node', id: id + 1, lat: 49 + id / 1000, lon: 8.4, tags: { highway: 'speed_camera' } }
        }),
      }),
    ]
    expect(await service.importFiles(overpass, cameras(60))).toMatchObject({ outcome: 'imported' })
    const refused = { outcome: 'failed', reason: expect.stringContaining('5 statt 60') }
    expect(await service.importFiles(overpass, cameras(5))).toMatchObject(refused)
    expect(await shown(clock)).toHaveLength(60)
    expect(await states.list()).toMatchObject([{ lastError: refused.reason }])
    clock.advance(hourMs)
    expect(await service.importFiles(overpass, cameras(5))).toMatchObject({ outcome: 'imported' })
    expect(await shown(clock)).toHaveLength(5)

    await service.importFiles(overpass, cameras(60))
    expect(await service.importFiles(overpass, cameras(5))).toMatchObject(refused)
    expect(await service.importFiles(overpass, cameras(5), { acceptLess: true })).toMatchObject({ outcome: 'imported' })
    expect(await shown(clock)).toHaveLength(5)
  })

  test('of warnings is replaced by a complete state without any, not by a broken one', async () => {
    const clock = clockAt(start)
    const service = serviceAt(clock)
    const inForce = async () => (await createWeatherStore(database, 'real').inForce(clock.now())).warnings.length
    const zip = (files: Record<string, string>) => [
      { name: 'z.zip', bytes: zipSync(Object.fromEntries(Object.entries(files).map(([k, v]) => [k, strToU8(v)]))) },
    ]
    await service.importFiles(cap, zip({ 'a.xml': alertOf('Alert') }))
    expect(await inForce()).toBe(1)
    expect(await service.importFiles(cap, [{ name: 'z.zip', bytes: new Uint8Array() }])).toMatchObject({
      outcome: 'failed',
    })
    expect(await service.importFiles(cap, zip({ 'b.xml': '<alert' }))).toMatchObject({ outcome: 'failed' })
    expect(await inForce()).toBe(1)
    expect(await service.importFiles(cap, zip({}))).toMatchObject({ outcome: 'imported', counts: { removed: 1 } })
    expect(await inForce()).toBe(0)
    await service.importFiles(cap, zip({ 'a.xml': alertOf('Alert') }))
    expect(await service.importFiles(cap, zip({ 'a.xml': alertOf('Cancel') }))).toMatchObject({ outcome: 'imported' })
    expect(await inForce()).toBe(0)
  })

  test('does not count a failed poll as an absence', async () => {
    const clock = clockAt(start)
    const service = serviceAt(clock)
    await service.importFiles(autobahn, warnings(warning('1'), warning('2')))
    await service.importFiles(autobahn, warnings(warning('2')))
    expect(await service.importFiles(autobahn, [fileOf({})])).toMatchObject({ outcome: 'failed' })
    expect(await service.refresh(autobahn)).toMatchObject({ outcome: 'failed' })
    expect(await shown(clock)).toHaveLength(2)
  })

  test('of a source in parts stays complete when a part is missing', async () => {
    const clock = clockAt(start)
    const lists = new Map<string, unknown>([
      ['Straßen', { roads: ['A8', 'A8 ', 'A81'] }],
      ['A8/warning', { warning: [warning('1')] }],
      ['A81/warning', { warning: [warning('1'), warning('2')] }],
    ])
    let asked: string[] = []
    const lost = new Set<string>()
    const download: Download = async ({ part = '' }) => {
      asked.push(part)
      if (lost.has(part)) return { failure: 'keine Verbindung' }
      return { file: fileOf(lists.get(part) ?? { [part.split('/')[1] ?? '']: [] }), etag: null }
    }
    const service = serviceAt(clock, download)
    expect(await service.refresh(autobahn)).toMatchObject({ counts: { read: 2, kept: 2, added: 2 } })
    expect(asked).toHaveLength(7)
    asked = []
    lists.set('A81/warning', { warning: [] })
    lost.add('A8/closure')
    expect(await service.refresh(autobahn)).toEqual({
      outcome: 'failed',
      reason: '1 von 6 Antworten fehlen, zuerst A8/closure: keine Verbindung; der letzte gute Stand bleibt',
    })
    expect(asked).toHaveLength(8)
    expect(await shown(clock)).toHaveLength(2)
    expect(await states.list()).toMatchObject([{ lastSuccessAt: start, failures: 1 }])
  })

  test('drops what has an end as soon as it is not named', async () => {
    const clock = clockAt(start)
    const service = serviceAt(clock)
    const ending = warning('1', { description: ['Ende: 24.12.26 um 12:00 Uhr'] })
    await service.importFiles(autobahn, warnings(ending, warning('2')))
    expect(await shown(clock)).toHaveLength(2)
    await service.importFiles(autobahn, warnings(warning('2')))
    expect(await shown(clock)).toHaveLength(1)
  })

  test('shows road works when they have begun, even if the source has nothing new', async () => {
    const clock = clockAt(start)
    const works = worksOf(work('1', '2026-11-20T12:00:00Z'), work('2', '2026-11-21T12:30:00Z'))
    const download: Download = async (_request, etag) =>
      etag === '"1"' ? { unchanged: true } : { file: works, etag: '"1"' }
    const service = serviceAt(clock, download)
    const first = await service.refresh(roadworks)
    expect(first).toMatchObject({ outcome: 'imported', counts: { read: 2, kept: 1, notYet: 1 } })
    expect(await shown(clock)).toHaveLength(1)
    clock.advance(hourMs)
    expect(await service.refresh(roadworks)).toMatchObject({ counts: { kept: 2, added: 1 } })
    expect(await shown(clock)).toHaveLength(2)
    expect(await service.refresh(roadworks)).toEqual({ outcome: 'unchanged' })
  })

  test('stays through failures, which are counted until the next success', async () => {
    const clock = clockAt(start)
    await serviceAt(clock).importFiles(roadworks, [worksOf(work('1', '2026-11-20T12:00:00Z'))])
    await serviceAt(clock).refresh(roadworks)
    const overloaded: Download = async () => ({ failure: 'überlastet', overloaded: { retryAfterMinutes: 90 } })
    await serviceAt(clock, overloaded).refresh(roadworks)
    expect(await states.list()).toMatchObject([
      { lastSuccessAt: start, lastError: 'überlastet', failures: 2, notBefore: '2026-11-21T13:30:00.000Z' },
    ])
    expect(await shown(clock)).toHaveLength(1)
    const unchanged: Download = async () => ({ unchanged: true })
    await serviceAt(clock, unchanged).refresh(roadworks)
    expect(await states.list()).toMatchObject([{ lastError: null, failures: 0, notBefore: null }])
    await serviceAt(clock).refresh(roadworks)
    await serviceAt(clock).importFiles(roadworks, [worksOf(work('1', '2026-11-20T12:00:00Z'))])
    expect(await states.list()).toMatchObject([{ lastError: null, failures: 0 }])
  })

  test('is asked for less and less often while the source fails, and not at all while it asks for a pause', async () => {
    const clock = clockAt(start)
    let asked = 0
    let answer: Awaited<ReturnType<Download>> = { failure: 'keine Verbindung' }
    const download: Download = async () => {
      asked += 1
      return answer
    }
    const service = serviceAt(clock, download)
    const refreshDue = createRefreshDue({ service, feeds: [roadworks], clock, log: pino({ level: 'silent' }) })
    const askedWithin = async (hours: number) => {
      asked = 0
      for (let round = 0; round < hours * 12; round += 1) {
        await refreshDue()
        clock.advance(5 * minuteMs)
      }
      return asked
    }
    // After 0, 5, 15, 35 and 75 minutes, then hourly.
    expect(await askedWithin(2)).toBe(5)
    expect(await askedWithin(10)).toBe(10)
    answer = { failure: 'überlastet', overloaded: { retryAfterMinutes: 5 * hourMinutes } }
    expect(await askedWithin(5)).toBe(1)
  })

  test('of one source arrives although another one breaks off or is slow', async () => {
    const clock = clockAt(start)
    const service = serviceAt(clock)
    let asked = 0
    let release = () => {}
    const pause = new Promise<void>((resolve) => (release = resolve))
    const refresh: typeof service.refresh = async (feed) => {
      if (feed === overpass) throw new Error('breaks off')
      if (feed === cap) await pause
      asked += 1
      return service.refresh(feed)
    }
    const parts = {
      service: { ...service, refresh },
      feeds: [overpass, cap, roadworks],
      clock,
      log: pino({ level: 'silent' }),
    }
    const refreshDue = createRefreshDue(parts)
    const first = refreshDue()
    await expect.poll(async () => (await states.list()).map(({ feed }) => feed)).toEqual(['roadworks'])
    clock.advance(hourMs)
    await refreshDue()
    expect(asked).toBe(2)
    release()
    await first
    expect(asked).toBe(3)
  })
})
