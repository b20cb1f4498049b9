import { type Kysely, sql } from 'kysely'

/** Whether a link to an alarm only shows it, and answers nothing. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table alarm_links add column reads_only boolean not null default false`.execute(db)
}
