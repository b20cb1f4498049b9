/*
 * What positions cost a disk and a standby, and what a day of one device reads, as there are more of them: figures that do not
 * depend on how busy the machine is. Then what one and two API processes take in on the same PostgreSQL: their processor time
 * for each position can be compared, positions a second only where nothing else runs. `--short`: up to 200,000 positions
 * instead of five million, and a fifth of the reports.
 */
import { sql } from 'kysely'
import * as z from 'zod'
import { dayMs } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { connect, type Connection, type Database } from '#server/db/connection/database.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { prepareDays } from '#server/db/positions/position-days.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { sessionsOf } from './faults/processes.ts'
import { table } from './pois/figures.ts'
import { ingestBy } from './scale/ingest.ts'
import { imeiOf } from './tracking/imei.ts'

const devices = 1_000
const days = 10
const isShort = process.argv.includes('--short')
const sizes = isShort ? [50_000, 200_000] : [200_000, 1_000_000, 5_000_000]
const reporting = { devices: 100, reportsEach: isShort ? 60 : 300 }
const wantedDay = 5

const node = z.object({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  'Actual Rows': z.number(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  get Plans() {
    return z.optional(z.array(node))
  },
})
type Node = z.output<typeof node>

const postgres = await startPostgres()
if ('missing' in postgres) console.log(`PostgreSQL: not measured (${postgres.missing})`)
else {
  const connection = connect({ url: postgres.url })
  const { database, close } = connection
  await migrate(database)
  const from = new Date(Math.floor(clockFrom().now().getTime() / dayMs) * dayMs - days * dayMs)
  const starts = Array.from({ length: days }, (_, day) => new Date(from.getTime() + day * dayMs))
  await database.transaction().execute((transaction) => prepareDays(transaction, starts, new Set()))
  const rows: string[][] = []
  for (const count of sizes) rows.push(await measure(database, from, count))
  console.log(`positions of ${devices} devices in ${days} days, stored in the order of their times`)
  const sizeHead = ['positions', 'bytes each', 'of it index', 'log bytes each']
  console.log(table([...sizeHead, 'rows of a day', 'blocks read', 'partitions read', 'by'], rows))
  await sql`truncate positions`.execute(database)
  console.log(`\npositions of ${reporting.devices} devices over the API, PostgreSQL without fsync`)
  console.log(
    table(
      ['API processes', 'positions', 'a second', 'of one', 'ms of processor time each'],
      await ingest(connection, postgres.url),
    ),
  )
  await close()
  await postgres.stop()
}

async function ingest(connection: Connection, url: string): Promise<string[][]> {
  const { database } = connection
  const now = clockFrom().now()
  for (let number = 0; number < reporting.devices; number += 1) {
    await putTracker(database, now, { imei: imeiOf(number), owner: `owner-${number}` })
  }
  const tokens = await sessionsOf({ connection }, 'owner-', reporting.devices)
  const rows: string[][] = []
  let ofOne: number | null = null
  for (const processes of [1, 2]) {
    await sql`truncate positions`.execute(database)
    const settings = { DATABASE_URL: url }
    const found = await ingestBy(processes, connection, settings, { tokens, reportsEach: reporting.reportsEach })
    ofOne ??= found.perSecond
    rows.push([
      String(processes),
      found.positions.toLocaleString('en'),
      found.perSecond.toFixed(0),
      (found.perSecond / ofOne).toFixed(2),
      found.msEach.toFixed(2),
    ])
  }
  return rows
}

async function measure(database: Database, from: Date, count: number): Promise<string[]> {
  await sql`truncate positions`.execute(database)
  await sql`checkpoint`.execute(database)
  const before = await logPosition(database)
  const stepMs = (days * dayMs) / count
  // As reports arrive: those of all devices in turn, a few hundred together.
  await sql`
    insert into positions (device_id, recorded_at, received_at, latitude, longitude, accuracy, altitude, speed, course)
    select 'device-' || lpad((number % ${devices}::int)::text, 28, '0'), at, at, 49 + random(), 8 + random(), 5, 115, 20, 90
    from generate_series(0, ${count}::int - 1) as number,
      lateral (select ${from}::timestamptz + number * ${stepMs}::float8 * interval '1 ms' as at) as times`.execute(
    database,
  )
  const logged = (await logPosition(database)) - before
  await sql`vacuum analyze positions`.execute(database)
  const size = await sql<{ whole: string; index: string }>`
    select sum(pg_total_relation_size(relid)) as whole, sum(pg_indexes_size(relid)) as index
    from pg_partition_tree('positions') where isleaf`.execute(database)
  const { whole = '0', index = '0' } = size.rows[0] ?? {}
  const start = new Date(from.getTime() + wantedDay * dayMs)
  const plan = await dayPlan(database, start)
  return [
    count.toLocaleString('en'),
    (Number(whole) / count).toFixed(0),
    (Number(index) / count).toFixed(0),
    (logged / count).toFixed(0),
    String(plan.rows),
    String(plan.blocks),
    `${plan.partitions} of ${days}`,
    plan.by,
  ]
}

async function logPosition(database: Database): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`.execute(database)
  return Number(rows[0]?.bytes)
}

/** How PostgreSQL finds the positions of one device on one day. */
async function dayPlan(database: Database, start: Date) {
  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`
    explain (analyze, buffers, format json)
    select recorded_at, latitude, longitude, accuracy, altitude, speed, course, flag from positions
    where device_id = ${`device-${'500'.padStart(28, '0')}`} and recorded_at >= ${start}
      and recorded_at < ${new Date(start.getTime() + dayMs)} order by recorded_at`.execute(database)
  const plans = z.array(z.object({ Plan: node })).parse(rows[0]?.['QUERY PLAN'])
  const whole = plans.map(({ Plan }) => Plan)
  const all = whole.flatMap(withParts)
  return {
    rows: whole[0]?.['Actual Rows'] ?? 0,
    blocks: whole.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0),
    partitions: new Set(all.flatMap((part) => part['Relation Name'] ?? [])).size,
    by: [...new Set(all.map((part) => part['Node Type']))].join(' < '),
  }
}

function withParts(plan: Node): Node[] {
  return [plan, ...(plan.Plans ?? []).flatMap(withParts)]
}
