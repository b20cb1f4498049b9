import { type Kysely, sql } from 'kysely'

/** How far the positions of a parked vehicle are reduced to its place and the time (mode THEFT). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table tracking_settings add column trace_reduced_until timestamptz`.execute(db)
}
