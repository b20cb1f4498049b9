import { type Kysely, sql } from 'kysely'

/** What whoever claims a device has to know besides its IMEI, once. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table device_inventory
      add column claim_code_hash bytea,
      add column claim_code_used_at timestamptz`.execute(db)
}
