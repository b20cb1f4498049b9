import { type Kysely, sql } from 'kysely'

/** Hotspots are no longer searched in the database: the place in the plane, and its index, only made imports slow. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table accidents drop column place`.execute(db)
}
