import { type Kysely, sql } from 'kysely'

/** By which protocols without a place for a secret a device with one is believed all the same: the operator says so. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table device_inventory add column unproven_protocols text[] not null default '{}'`.execute(db)
}
