/*
 * The file with an account's data, for a device with a million positions: how long it takes on the embedded database, its
 * size, the longest turn of the event loop in processor time, and how much more memory the process takes meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { dayMs } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { connect, type Database } from '#server/db/connection/database.ts'
import { openEmbedded } from '#server/db/embedded/embedded.ts'
import { prepareDays } from '#server/db/positions/position-days.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { createDataExportStore } from '#server/features/data-export/data-export.store.ts'
import { createExportArchive } from '#server/features/data-export/export-archive.ts'
import { createExportWork } from '#server/features/data-export/export-work.ts'
import { createExportedRowsStore } from '#server/features/data-export/exported-rows.store.ts'
import { createTakenExportsStore } from '#server/features/data-export/taken-exports.store.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { randomId } from '#server/platform/ids.ts'
import { table, watchTurns } from './pois/figures.ts'

const fixes = 1_000_000
const dayRange = 12

const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
await fillWithMigratedDatabase(folder)
const embedded = await openEmbedded(folder, 'server')
const { database, close } = connect({ socketFolder: embedded.socketFolder })
const clock = clockFrom()
const now = clock.now()
const deviceId = await putTracker(database, now, { imei: '350000000000001', owner: 'u' })
await ride(database)

const store = createDataExportStore(database)
const rows = createExportedRowsStore(database)
const work = createExportWork({
  taken: createTakenExportsStore(database),
  rows,
  zones: { hiddenAreas: async () => [] },
  write: createExportArchive({ rows, positions: createPositionsStore(database) }),
  messages: { wake: async () => undefined },
  clock,
  newId: randomId,
})
await store.request({ id: 'e', userId: 'u', withoutPrivacyZones: false, at: now })
const before = process.memoryUsage().rss
let most = before
const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
const turns = watchTurns()
const startedAt = performance.now()
await work()
const seconds = (performance.now() - startedAt) / 1000
clearInterval(watch)
const held = turns.longestMs()
const ready = await store.readyOf('u', clock.now())
const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)
console.log(
  table(
    ['positions', 'seconds', 'MB', 'held ms', 'more MB of memory'],
    [[fixes, seconds.toFixed(1), megabytes(ready?.bytes ?? NaN), held.toFixed(0), megabytes(most - before)]],
  ),
)
await close()
await embedded.close()
rmSync(folder, { recursive: true })

/** A fix a second, with what a tracker measures. */
async function ride(on: Database): Promise<void> {
  const days = Array.from({ length: dayRange + 1 }, (_, day) => new Date(now.getTime() - day * dayMs))
  await on.transaction().execute((transaction) => prepareDays(transaction, days, new Set()))
  const portion = 50_000
  for (let from = 0; from < fixes; from += portion) {
    await sql`
      insert into positions (device_id, recorded_at, received_at, latitude, longitude, accuracy, altitude, speed, course)
      select ${deviceId}, ${now}::timestamptz - step * interval '1 second', ${now},
        49 + sin(step / 500.0), 8 + cos(step / 700.0), 4 + step % 3, 115, 60 + 40 * sin(step / 20.0), step % 360
      from generate_series(${from}::integer, ${from + portion - 1}::integer) as step`.execute(on)
  }
}
