import { sql } from 'kysely'
import { minuteMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'
import type { Clock } from '#server/platform/clock.ts'

/**
 * When any tracker last reported. That is read from all of them, which takes 0.1 s of 200,000, and anybody may ask for the health:
 * so each process asks at most once a minute.
 */
export function createLastReport(database: Database, clock: Pick<Clock, 'now'>): () => Promise<Date | null> {
  let read: { at: Date | null; whenMs: number } | null = null
  return async () => {
    const nowMs = clock.now().getTime()
    // Also where the clock was put back.
    if (read !== null && Math.abs(nowMs - read.whenMs) < minuteMs) return read.at
    const { at } = await database
      .selectFrom('device_inventory')
      .select(({ fn }) => fn.max('last_active_at').as('at'))
      .executeTakeFirstOrThrow()
    read = { at, whenMs: nowMs }
    return at
  }
}

/** What the database's clock says just now; null while it does not answer. */
export async function databaseTime(database: Database): Promise<Date | null> {
  try {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database)
    return rows[0]?.now ?? null
  } catch {
    return null
  }
}
