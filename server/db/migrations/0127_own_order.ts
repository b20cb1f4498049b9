import { type Kysely, sql } from 'kysely'

/** In which order an owner wants to see their devices. Null: after those with a place, by registration. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table devices add column place_in_order smallint`.execute(db)
}
