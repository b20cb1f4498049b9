import { type Kysely, sql } from 'kysely'

/** Whether a link to an alarm only shows it, and answers nothing; and the place that it shows: the one that its message names. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table alarm_links add column reads_only boolean not null default false,
      add column latitude double precision, add column longitude double precision, add column accuracy real,
      add column recorded_at timestamptz`.execute(db)
}
