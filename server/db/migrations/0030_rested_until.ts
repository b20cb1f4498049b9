import { type Kysely, sql } from 'kysely'

/** When the last pause of an alarm ended: what a tracker tells later of the time before is no news to its owner. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table alarm_guards add column rested_until timestamptz`.execute(db)
}
