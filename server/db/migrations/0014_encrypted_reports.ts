import { type Kysely, sql } from 'kysely'

/** The secret itself, only of trackers that encrypt what they report: its hash opens nothing. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table device_inventory add column decryption_secret text`.execute(db)
}
