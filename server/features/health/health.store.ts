import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

/** What the database's clock says just now; null while it does not answer. */
export async function databaseTime(database: Database): Promise<Date | null> {
  try {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database)
    return rows[0]?.now ?? null
  } catch {
    return null
  }
}
