import { type Kysely, sql } from 'kysely'

/** One row: the key of the names that the log gives to accounts, trackers and addresses. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table log_keys (
      single boolean primary key default true check (single),
      key bytea not null
    )`.execute(db)
}
