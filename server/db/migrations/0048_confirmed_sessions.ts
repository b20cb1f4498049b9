import { type Kysely, sql } from 'kysely'

/** When the owner of a session last proved who they are. Nobody is asked anew who has just signed in. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table sessions add column confirmed_at timestamptz`.execute(db)
  await sql`update sessions set confirmed_at = created_at`.execute(db)
}
