import { type Kysely, sql } from 'kysely'

/** What a browser keeps that was signed out without a network: it ends that session and nothing else. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table sessions add column sign_out_hash bytea`.execute(db)
  await sql`create index sessions_sign_out_hash on sessions (sign_out_hash)`.execute(db)
}
