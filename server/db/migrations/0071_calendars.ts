import { type Kysely, sql } from 'kysely'

/** The secret address of an account's calendar, one for each that wants it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table calendars (
      user_id text primary key references users on delete cascade,
      token_hash bytea not null unique,
      created_at timestamptz not null,
      last_read_at timestamptz
    )`.execute(db)
}
