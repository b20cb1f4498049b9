/*
 * The slowest statements of all rounds, of the calls that screens and trackers make, and of what support searches, on PostgreSQL with
 * 200,000 customers, each with a vehicle, a licence, an emergency contact, an own place and an alarm of the past, and 20 million positions. Goal: of rounds that run
 * every minute or five, none takes 20 ms. `--short`: 20,000 customers and a million positions.
 */
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { dayMs, minuteMs } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { readSettings } from '#server/config.ts'
import { connect, type Connection, type Database } from '#server/db/connection/database.ts'
import { isOpen } from '#server/db/shared/messages.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { prepareDays } from '#server/db/positions/position-days.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { createWeatherImport } from '#server/features/weather/weather-import.store.ts'
import { searchCustomers } from '#server/features/support/customer-search.store.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { startProductProcess } from '#server/testing/product-process.ts'
import { startMailServer } from '#server/testing/test-product.ts'
import { table } from './pois/figures.ts'
import { copyCustomer, rowsOf, spread } from './statements/copies.ts'
import { liveThrough } from './statements/customer.ts'

const isShort = process.argv.includes('--short')
const customers = isShort ? 20_000 : 200_000
const positionsEach = isShort ? 50 : 100
const goalMs = 20
const printed = 12
const times = 3
const roundPatienceMs = 10 * minuteMs
const lookMs = 500

const clock = clockFrom()
const postgres = await startPostgres({
  settings: ['shared_preload_libraries=pg_stat_statements', 'shared_buffers=1GB', 'max_wal_size=8GB', 'work_mem=16MB'],
})
if ('missing' in postgres) console.log(`PostgreSQL: not measured (${postgres.missing})`)
else {
  const connection = connect({ url: postgres.url })
  const { database } = connection
  await migrate(database)
  await sql`create extension pg_stat_statements`.execute(database)
  const mail = await startMailServer()
  const settings = { DATABASE_URL: postgres.url, SMTP_URL: mail.url }
  const product = await startProductProcess(settings)
  const before = await rowsOf(database)
  const reached = { url: product.url, operator: database, mail, settings: readSettings(settings) }
  const person = await becomeCustomer(reached)
  await liveThrough(reached, person)
  // What still waits would be sent as often as it is copied.
  await until(database, sql<boolean>`not exists (select from messages where ${isOpen})`, 'a message is not sent')
  await product.stop()
  await copyCustomer(database, before, person, customers)
  for (const name of ['alarms', 'messages', 'activities']) await spread(database, name, 60)
  // Each vehicle that is watched somewhere, and reports, is read in a query of its own.
  await sql`delete from own_place_watches where random() > 0.02`.execute(database)
  await warnElsewhere(database)
  await putPositions(database)
  await sql`vacuum analyze`.execute(database)
  console.log(await size(database))

  await product.startAgain()
  const schedules = await withBoss(connection, (boss) => boss.getSchedules())
  const isFrequent = (cron: string) => /^\*(\/5)? /.test(cron)
  const frequent = schedules.filter(({ cron }) => isFrequent(cron)).map(({ name }) => name)
  const seldom = schedules.filter(({ cron }) => !isFrequent(cron)).map(({ name }) => name)
  const slow = await watched(database, 'rounds of every minute or five', () => runRounds(connection, frequent))
  await watched(database, 'rounds of the hour and of the night', () => runRounds(connection, seldom))
  await watched(database, 'calls', () => useProduct(reached, person))
  await watched(database, 'searches of support', () => searchAsSupport(database, person))
  if (slow > 0) {
    console.log(`${slow} statements of frequent rounds take ${goalMs} ms or more`)
    process.exitCode = 1
  }
  await product.stop()
  await mail.close()
  await connection.close()
  await postgres.stop()
}

/** Each vehicle's positions, evenly over the days that are kept, as they come in: those of all vehicles in turn. */
async function putPositions(database: Database): Promise<void> {
  const now = clock.now()
  const from = new Date(now.getTime() - trackingLimits.retentionDays * dayMs + 60 * minuteMs)
  const days = Array.from(
    { length: trackingLimits.retentionDays + 2 },
    (_, day) => new Date(from.getTime() + day * dayMs),
  )
  await database.transaction().execute((transaction) => prepareDays(transaction, days, new Set()))
  const stepMs = (now.getTime() - from.getTime()) / positionsEach
  await database.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    for (let step = 0; step < positionsEach; step += 1) {
      const at = new Date(from.getTime() + step * stepMs)
      await sql`
        insert into positions (device_id, recorded_at, received_at, latitude, longitude, accuracy, speed, course)
        select id, at, at, 48 + random() * 6, 7 + random() * 7, 5, 40, 90
        from devices, lateral (select ${at}::timestamptz + random() * ${stepMs}::float8 * interval '1 ms' as at) as times
      `.execute(connection)
    }
  })
}

/** A weather warning in force, where nobody is: rounds look who stands in it. */
async function warnElsewhere(database: Database): Promise<void> {
  const now = clock.now()
  const ring: [number, number][] = [
    [10, 54.5],
    [11, 54.5],
    [11, 55],
    [10, 55],
    [10, 54.5],
  ]
  const warning = {
    id: 'bench',
    warningType: 'STURM',
    headline: 'STURM',
    description: '',
    instruction: null,
    level: 3 as const,
    regionName: 'Belt',
    area: { type: 'MultiPolygon' as const, coordinates: [[ring]] },
    validFrom: now.toISOString(),
    validUntil: null,
    sentAt: now.toISOString(),
    attribution: '',
    aboveMetres: null,
    belowMetres: null,
  }
  const edition = { source: 'bench', attribution: '', edition: 0, at: now, records: [warning] }
  await createWeatherImport(database).replace(edition, async () => undefined)
}

/** Has each round run to its end, some times. */
async function runRounds(connection: Connection, names: readonly string[]): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await withBoss(connection, (boss) => Promise.all(names.map((name) => boss.send(name, {}))))
    const isOver = sql<boolean>`not exists (
      select from pgboss.job where name = any(${[...names]}) and state in ('created', 'retry', 'active'))`
    await until(connection.database, isOver, 'a round does not end')
  }
}

async function until(database: Database, isSo: RawBuilder<boolean>, otherwise: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += lookMs) {
    const { rows } = await sql<{ is_so: boolean }>`select ${isSo} as is_so`.execute(database)
    if (rows[0]?.is_so === true) return
    if (waitedMs > roundPatienceMs) throw new Error(otherwise)
    // Timed: asked again until it is so.
    await sleep(lookMs)
  }
}

async function withBoss<Result>({ query }: Connection, work: (boss: PgBoss) => Promise<Result>): Promise<Result> {
  const boss = new PgBoss({ db: { executeSql: query }, supervise: false, schedule: false, migrate: false })
  await boss.start()
  const result = await work(boss)
  await boss.stop({ close: false })
  return result
}

/** What the screens of one customer ask, and what their tracker reports. */
async function useProduct(reached: Parameters<typeof becomeCustomer>[0], person: Person): Promise<void> {
  const { deviceId } = person
  const now = clock.now().getTime()
  const range = (days: number) =>
    `start=${new Date(now - days * dayMs).toISOString()}&end=${new Date(now).toISOString()}`
  const asked = [
    '/api/vehicle-states',
    '/api/devices',
    '/api/devices/status-overview',
    '/api/devices/licenses',
    '/api/devices/licenses/overview',
    '/api/activity',
    `/api/alarms/${deviceId}`,
    `/api/tracking/settings/${deviceId}`,
    `/api/tracking/history/${deviceId}?${range(1)}`,
    `/api/tracking/days/${deviceId}`,
    `/api/tracking/latest/${deviceId}`,
    '/api/saved-routes',
    `/api/emergency-contacts/${deviceId}`,
    '/api/health',
  ]
  for (let time = 0; time < times; time += 1) {
    for (const path of asked) {
      const { status } = await callAs(reached, person, 'GET', path)
      if (status !== 200) console.log(`${path.split('?')[0]?.replace(deviceId, '…')}: ${status}`)
    }
  }
  for (let number = 0; number < 50; number += 1) {
    const recordedAt = new Date(now - 50_000 + number * 1_000).toISOString()
    const place = { latitude: 49, longitude: 8.25, recordedAt }
    const { status } = await callAs(reached, person, 'POST', `/api/devices/${deviceId}/position`, place)
    if (status !== 201) throw new Error(`a position was answered with ${status}`)
  }
}

/** What `users find` is asked: parts of what one customer, many and none have. Each table is read once, whatever is found. */
async function searchAsSupport(database: Database, { imei, email }: Person): Promise<void> {
  for (const text of [imei.slice(5), email.slice(0, 7), '@example.org', 'gibt es nicht']) {
    for (let time = 0; time < times; time += 1) {
      await searchCustomers(database, { text, by: 'bench', at: clock.now() })
    }
  }
}

/**
 * Prints the slowest statements of some work. On a busy machine a statement waits for a processor: its least time and how many pages it
 * reads, in the mean, say then what is its own.
 * @returns how many took as long as the goal, in the mean.
 */
async function watched(database: Database, name: string, work: () => Promise<void>): Promise<number> {
  await sql`select pg_stat_statements_reset()`.execute(database)
  await work()
  const { rows } = await sql<{
    query: string
    calls: string
    least: number
    mean: number
    most: number
    pages: string
  }>`
    select query, calls, min_exec_time as least, mean_exec_time as mean, max_exec_time as most,
      (shared_blks_hit + shared_blks_read) / calls as pages
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())
    order by mean_exec_time desc limit ${printed}`.execute(database)
  console.log(`\nthe slowest statements of ${name}, ms; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`)
  const shown = ({ query }: { query: string }) => query.replaceAll(/\s+/g, ' ').slice(0, 150)
  const figures = rows.map((row) => [
    row.least.toFixed(1),
    row.mean.toFixed(1),
    row.most.toFixed(1),
    row.calls,
    row.pages,
    shown(row),
  ])
  console.log(table(['least', 'mean', 'most', 'calls', 'pages', 'statement'], figures))
  return rows.filter(({ mean }) => mean >= goalMs).length
}

async function size(database: Database): Promise<string> {
  const { rows } = await sql<{ devices: number; positions: number; alarms: number; bytes: string }>`
    select (select count(*)::int from devices) as devices, (select count(*)::int from positions) as positions,
      (select count(*)::int from alarms) as alarms, pg_database_size(current_database()) as bytes`.execute(database)
  const [{ devices, positions, alarms, bytes } = { devices: 0, positions: 0, alarms: 0, bytes: '0' }] = rows
  return `${devices} devices, ${positions} positions, ${alarms} alarms, ${(Number(bytes) / 1e9).toFixed(1)} GB`
}
