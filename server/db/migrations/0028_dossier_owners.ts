import { type Kysely, sql } from 'kysely'

/** Whom the police call back about a stolen vehicle, and what proves whose it is. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table dossiers
      add column owner_name text,
      add column owner_phone text,
      add column ownership_proof text`.execute(db)
}
