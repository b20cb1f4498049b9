import { type Kysely, sql } from 'kysely'

/** What its owners added to the clock offset the operator knows: an import would overwrite it there. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table device_inventory add column clock_correction_minutes integer not null default 0`.execute(db)
}
