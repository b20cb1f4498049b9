import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { weather } from '#contract/weather.ts'
import { connect } from '#server/db/connection/database.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createWeatherImport } from './weather-import.store.ts'
import { registerWeatherRoutes } from './weather.routes.ts'
import { createWeatherStore } from './weather.store.ts'
import { cap } from '#server/feeds/cap/cap.ts'
import { startTestApi } from '#server/testing/test-api.ts'

const warningFile = join(
  process.env['SHARED_DIR'] ?? '../shared',
  'data/dwd/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip',
)
const log = pino({ level: 'silent' })
const headers = { authorization: 'Bearer x' }
const day = '2023-06-23T10:00:00.000Z'

describeOnBothDatabases('the weather endpoints', (database) => {
  let clock: TestClock
  let app: FastifyInstance
  beforeAll(async () => {
    const stores = { real: createWeatherStore(database, 'real'), demo: createWeatherStore(database, 'demo') }
    app = await startTestApi((api) => registerWeatherRoutes(api, { stores, clock: { now: () => clock.now() }, log }))
  })
  beforeEach(() => {
    clock = clockAt(day)
  })
  afterAll(() => app.close())

  const current = async () => {
    const answer = await app.inject({ url: '/api/weather/preferences/current-warnings', headers })
    return {
      warnings: weather.currentWarnings.reply.parse(answer.json()),
      status: answer.headers['x-data-status'],
      asOf: answer.headers['x-data-as-of'],
    }
  }
  const areas = async () => weather.areas.reply.parse((await app.inject({ url: '/api/poi/weather', headers })).json())
  const fetched = (at: string) =>
    database
      .insertInto('feed_states')
      .values({ feed: 'cap', last_attempt_at: new Date(at), last_success_at: new Date(at) })
      .execute()

  test('tell "no data" from "no warning" from "old data"', async () => {
    expect(await current()).toEqual({ warnings: [], status: 'unavailable', asOf: undefined })
    await fetched(day)
    expect(await current()).toEqual({ warnings: [], status: 'ok', asOf: day })
    clock.advance(31 * minuteMs)
    expect(await current()).toEqual({ warnings: [], status: 'stale', asOf: day })
    expect(await areas()).toEqual({ type: 'FeatureCollection', features: [] })
  })

  test.skipIf(!existsSync(warningFile))('show real warnings of the day as a list and as areas', async () => {
    const reading = await cap.read([{ name: 'warnungen.zip', bytes: readFileSync(warningFile) }])
    if ('failure' in reading) throw new Error(reading.failure)
    const unnamed = reading.records.map((record, index) =>
      index === 0 ? { ...record, regionName: 'polygonal event area' } : record,
    )
    const edition = { source: 'cap', attribution: '', edition: 0, at: clock.now(), records: unnamed }
    await createWeatherImport(database).replace(edition, async () => undefined)
    await fetched(day)

    const { warnings, status } = await current()
    expect(status).toBe('ok')
    expect(warnings.map(({ regionName, warningLevel }) => [regionName, warningLevel])).toEqual([
      ['Stadt Havelsee und 2 weitere', 2],
      [expect.stringMatching(/^51,\d\d° N, (9|10),\d\d° O$/), 2],
      ['Gemeinde Bovenden und 167 weitere', 1],
    ])
    const { features } = await areas()
    expect(features.map(({ properties }) => properties.id)).toEqual(warnings.map(({ id }) => id))
    expect(features.map(({ properties }) => [properties.eventType, properties.validTo])).toEqual(
      warnings.map(({ warningType, validUntil }) => [warningType, validUntil]),
    )
    for (const [longitude, latitude] of features.flatMap(({ geometry }) => geometry.coordinates.flat(2))) {
      expect(longitude > 9 && longitude < 13 && latitude > 51 && latitude < 53).toBe(true)
    }
  })

  test('take warnings that no import brought to be as old as they say', async () => {
    const record = { ...fog, id: 'by-hand-1', attribution: 'Von Hand', aboveMetres: 600 }
    const edition = { source: 'by hand', attribution: '', edition: 0, at: clock.now(), records: [record] }
    await createWeatherImport(database).replace(edition, async () => undefined)
    const { warnings, status, asOf } = await current()
    expect(warnings).toMatchObject([{ id: 'by-hand-1', aboveMetres: 600, belowMetres: null }])
    expect([status, asOf]).toEqual(['ok', day])
    expect((await areas()).features).toMatchObject([{ properties: { aboveMetres: 600, belowMetres: null } }])
  })

  test('mark advance information in the list and in the areas', async () => {
    const advance = { ...fog, id: 'advance', attribution: '', advance: true }
    const records = [advance, { ...fog, id: 'warning', attribution: '' }]
    const edition = { source: 'marked', attribution: '', edition: 0, at: clock.now(), records }
    await createWeatherImport(database).replace(edition, async () => undefined)
    const marks = (all: readonly { id: string; advance?: boolean | undefined }[]) =>
      all.filter(({ id }) => records.some((record) => record.id === id)).map(({ id, advance }) => [id, advance])
    const expected = [
      ['warning', undefined],
      ['advance', true],
    ]
    expect(marks((await current()).warnings)).toEqual(expected)
    expect(marks((await areas()).features.map(({ properties }: { properties: { id: string } }) => properties))).toEqual(
      expected,
    )
    await createWeatherImport(database).replace({ ...edition, records: [] }, async () => undefined)
  })

  test('name the weather service as their source only while they are passed on at once', async () => {
    const attribution = 'Quelle: Deutscher Wetterdienst; © GeoBasis-DE / BKG 2021'
    const record = { ...fog, id: 'dwd', attribution }
    const edition = { source: 'cap', attribution: '', edition: 0, at: clock.now(), records: [record] }
    await createWeatherImport(database).replace(edition, async () => undefined)
    await fetched(day)
    const attributions = async () => (await current()).warnings.map(({ attribution }) => attribution)
    expect(await attributions()).toEqual(['Quelle: Deutscher Wetterdienst; © GeoBasis-DE / BKG 2021'])
    clock.advance(31 * minuteMs)
    expect(await attributions()).toEqual([
      'Auf Basis von Warnungen des Deutschen Wetterdienstes; © GeoBasis-DE / BKG 2021',
    ])
    const stores = createWeatherStore(database, 'real')
    expect((await stores.inForce(clock.now())).warnings[0]?.attribution).toMatch(/^Auf Basis/)
  })
})

const triangle: [number, number][] = [
  [8, 49],
  [9, 49],
  [9, 50],
  [8, 49],
]
const fog = {
  warningType: 'NEBEL',
  headline: 'Nebel',
  description: '',
  instruction: null,
  level: 1 as const,
  regionName: 'Gemeinde Probetal',
  area: { type: 'MultiPolygon' as const, coordinates: [[triangle]] },
  validFrom: day,
  validUntil: null,
  sentAt: day,
  aboveMetres: null,
  belowMetres: null,
}

test('an error returns an empty list, marked as unavailable', async () => {
  const { database, close } = connect({ socketFolder: '/nonexistent' })
  const stores = { real: createWeatherStore(database, 'real'), demo: createWeatherStore(database, 'demo') }
  const app = await startTestApi((api) => registerWeatherRoutes(api, { stores, clock: clockAt(day), log }))
  const answer = await app.inject({ url: '/api/weather/preferences/current-warnings', headers })
  expect([answer.statusCode, answer.json(), answer.headers['x-data-status']]).toEqual([200, [], 'unavailable'])
  await app.close()
  await close()
})
