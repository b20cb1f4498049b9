import { type Kysely, sql } from 'kysely'

/** What a source's failures and gaps ask for: pauses that grow, and POIs that may be missing from an answer once. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table feed_states
      add failures integer not null default 0,
      add not_before timestamptz`.execute(db)
  await sql`alter table pois add absences smallint not null default 0`.execute(db)
}
