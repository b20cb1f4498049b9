import { sql } from 'kysely'
import type { Database } from './database.ts'

/** The first use of PostGIS after a start takes the embedded database half a second: better now than for a visitor. */
export async function warmUpPostgis(database: Database): Promise<void> {
  await sql`select 'point(0 0)'::geography <-> 'point(0 1)'::geography`.execute(database)
}
