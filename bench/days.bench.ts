/*
 * The days of which positions are kept, of a tracker that reports every two seconds for as long as positions are kept: how
 * long its answer takes, on both databases.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { daySeconds } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { keptDays } from '#domain/history/kept-days.ts'
import { connect, type Database } from '#server/db/connection/database.ts'
import { openEmbedded } from '#server/db/embedded/embedded.ts'
import { prepareDays } from '#server/db/positions/position-days.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { table } from './pois/figures.ts'

const everySeconds = 2
const deviceId = 'busy'
const now = new Date()
const runs = 5

const rows: string[][] = []
const postgres = await startPostgres({ durable: false })
if ('missing' in postgres) console.log(`PostgreSQL: not measured (${postgres.missing})`)
else {
  const { database, close } = connect({ url: postgres.url })
  await migrate(database)
  rows.push(...(await measure('PostgreSQL', database)))
  await close()
  await postgres.stop()
}
const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
await fillWithMigratedDatabase(folder)
const embedded = await openEmbedded(folder, 'server')
const { database, close } = connect({ socketFolder: embedded.socketFolder })
rows.push(...(await measure('embedded', database)))
await close()
await embedded.close()
rmSync(folder, { recursive: true })
console.log(table(['database', 'positions', 'first ms', 'median ms', 'slowest ms'], rows))

async function measure(name: string, measured: Database): Promise<string[][]> {
  const days = keptDays(now).map(({ day, start, end }) => ({ day, start: new Date(start), end: new Date(end) }))
  await measured.transaction().execute((transaction) =>
    prepareDays(
      transaction,
      days.flatMap(({ start, end }) => [start, end]),
      new Set(),
    ),
  )
  const count = (trackingLimits.retentionDays * daySeconds) / everySeconds
  const portion = 50_000
  for (let from = 0; from < count; from += portion) {
    await sql`
      insert into positions (device_id, recorded_at, received_at, latitude, longitude, speed)
      select ${deviceId}, ${now}::timestamptz - make_interval(secs => i * ${everySeconds}), ${now}::timestamptz,
        49 + 0.1 * sin(i / 900.0), 8.4 + 0.1 * cos(i / 900.0), 50
      from generate_series(${from}::int, ${Math.min(count, from + portion) - 1}::int) as i`.execute(measured)
  }
  const store = createPositionsStore(measured)
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const begun = performance.now()
    await store.days(deviceId, days)
    times.push(performance.now() - begun)
  }
  const sorted = times.toSorted((one, other) => one - other)
  return [
    [
      name,
      String(count),
      ...[times[0], sorted[Math.floor(runs / 2)], sorted.at(-1)].map((ms) => (ms ?? Number.NaN).toFixed(0)),
    ],
  ]
}
