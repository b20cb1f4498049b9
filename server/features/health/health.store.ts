import { sql } from 'kysely'
import type { Database } from '#server/db/connection/database.ts'

/** When any tracker last reported. */
export async function lastReport(database: Database): Promise<Date | null> {
  const { at } = await database
    .selectFrom('device_inventory')
    .select(({ fn }) => fn.max('last_active_at').as('at'))
    .executeTakeFirstOrThrow()
  return at
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
