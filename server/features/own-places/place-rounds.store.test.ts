import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/connection/database.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { createWeatherImport } from '#server/features/weather/weather-import.store.ts'
import { createOwnPlacesStore } from './own-places.store.ts'
import { tellVisits } from './place-visits.jobs.ts'
import { createPlaceVisitsStore } from './place-visits.store.ts'
import { stormOver } from './testing/storm.ts'
import { tellPlaceWeather } from './place-weather.jobs.ts'
import { createPlaceWeatherStore } from './place-weather.store.ts'

const now = new Date('2026-06-01T08:00:00.000Z')
const clock = { now: () => now }
const circle = { latitude: 49.0069, longitude: 8.4037, radiusMetres: 200 }
const imeis = ['350000000000001', '350000000000002', '350000000000003']

const filled = 3000
const tables = [
  'users',
  'devices',
  'device_inventory',
  'licences',
  'tracking_settings',
  'own_places',
  'own_place_watches',
]

describeOnBothDatabases('rounds about own places', (database) => {
  const places = createOwnPlacesStore(database, clock)
  const visits = createPlaceVisitsStore(database)
  const weather = createPlaceWeatherStore(database)
  const report = (at: Date, ...which: readonly string[]) =>
    database.updateTable('device_inventory').set({ last_active_at: at }).where('imei', 'in', which).execute()

  /** Vehicles whose owner wants to know of their departure from two places. */
  async function watch(...devices: readonly string[]): Promise<void> {
    const watches = devices.map((deviceId) => ({ deviceId, visits: ['LEFT' as const] }))
    for (const id of ['home', 'work']) {
      const entry = { ...circle, name: id, watches, weatherLevel: null }
      await places.create({ id, userId: 'owner', entry }, now)
    }
  }

  const storm = () => createWeatherImport(database).replace(stormOver(circle, now), async () => undefined)

  async function warnedPlaces(...ids: readonly string[]): Promise<void> {
    await storm()
    await putTracker(database, now, { imei: '350000000000001' })
    for (const id of ids) {
      const entry = { ...circle, name: id, watches: [], weatherLevel: 3 as const }
      await places.create({ id, userId: 'owner', entry }, now)
    }
  }

  test('of visits read the past of each watched vehicle that reports, once for all its places, in portions', async () => {
    const ids: string[] = []
    for (const imei of imeis) ids.push(await putTracker(database, now, { imei }))
    const [first = '', silent = '', third = ''] = ids
    await watch(first, silent, third)
    await report(now, '350000000000001', '350000000000003')
    await report(new Date(now.getTime() - 31 * 60_000), '350000000000002')
    const watched = await visits.watched(now, 1)
    expect([...watched].map(([id, at]) => [id, at.length])).toEqual([
      [first, 2],
      [third, 2],
    ])
    const read: string[] = []
    const past = async (id: string) => {
      read.push(id)
      return []
    }
    await tellVisits({ store: { ...visits, past }, clock })
    expect(read.toSorted()).toEqual([first, third])
  })

  test('of weather tell all other places, though one fails', async () => {
    await warnedPlaces('a', 'b', 'c')
    expect((await weather.warned(now, 2)).map(({ placeId }) => placeId)).toEqual(['a', 'b', 'c'])
    const tell: typeof weather.tell = (place, at) =>
      place.placeId === 'a' ? Promise.reject(new Error('planted')) : weather.tell(place, at)
    await expect(tellPlaceWeather({ store: { ...weather, tell }, clock })).rejects.toThrow('not every place')
    const told = await database.selectFrom('messages').select('about').orderBy('id').execute()
    expect(told.map(({ about: [place] }) => place).toSorted()).toEqual(['b', 'c'])
  })

  test('find what is watched, and whose it is, by indexes', async () => {
    await putTracker(database, now, { imei: '350000000000001' })
    await watch('device-350000000000001')
    await report(now, '350000000000001')
    await storm()
    const undone = new Error('undone')
    const plans: string[] = []
    const explained = database.transaction().execute(async (transaction) => {
      await fill(transaction)
      const { seen, watched } = watching(transaction)
      await createPlaceVisitsStore(watched).watched(now)
      await createPlaceWeatherStore(watched).warned(now)
      for (const statement of new Set(seen)) plans.push(await planOf(transaction, statement))
      throw undone
    })
    await expect(explained).rejects.toBe(undone)
    await learn(database)
    expect(plans.length).toBeGreaterThan(3)
    const all = plans.join('\n')
    expect(all).not.toContain('Seq Scan on own_place_watches')
    for (const index of ['own_place_watches_of_device', 'own_places_with_weather', 'device_inventory_pkey']) {
      expect(all).toContain(index)
    }
  })
})

/** Many devices that are watched at four places each, and places of which few have weather. */
async function fill(database: Database): Promise<void> {
  for (const table of ['users', 'device_inventory', 'licences', 'devices', 'tracking_settings']) {
    await sql`
      insert into ${sql.table(table)}
      select copied.* from (select to_jsonb(original)::text as written from ${sql.table(table)} as original limit 1) as one,
        generate_series(1, ${filled}) as number,
        lateral jsonb_populate_record(
          null::${sql.table(table)},
          replace(
            replace(written, '350000000000001', (360000000000000 + number)::text), 'owner', 'owner-' || number
          )::jsonb) as copied`.execute(database)
  }
  await sql`
    insert into own_places (id, user_id, name, latitude, longitude, radius_metres, weather_level, created_at)
    select 'place-' || number, 'owner-' || (1 + number % ${filled}::int), 'Ort', 49, 8.4, 200, case when number % 50 = 0 then 3 end, ${now}
    from generate_series(1, 5 * ${filled}) as number`.execute(database)
  await sql`
    insert into own_place_watches (place_id, device_id, visits, since)
    select 'place-' || number, 'device-' || (360000000000001 + number % ${filled}::int), array['LEFT'], ${now}
    from generate_series(1, 4 * ${filled}) as number`.execute(database)
  await learn(database)
}

/** What the database learns about its tables stays, also where the rows go. */
const learn = (database: Database) => sql`analyze ${sql.raw(tables.join(', '))}`.execute(database)

/** A database that notes the statements that go through it. */
function watching(database: Database): { seen: CompiledQuery[]; watched: Database } {
  const seen: CompiledQuery[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      seen.push(database.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { seen, watched: database.withPlugin(plugin) }
}

async function planOf(database: Database, { sql: text, parameters }: CompiledQuery): Promise<string> {
  const { rows } = await database.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain ${text}`, [...parameters]),
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
