import { type Kysely, sql } from 'kysely'

/** The session in which a new address was given: it goes on when the address is confirmed. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column pending_email_session_id text`.execute(db)
}
