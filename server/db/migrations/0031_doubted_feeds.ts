import { type Kysely, sql } from 'kysely'

/** How little a source named when it was not believed, and since when: the second look compares with it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table feed_states add column doubt jsonb`.execute(db)
  await sql`alter table feed_states add column doubted_since timestamptz`.execute(db)
}
