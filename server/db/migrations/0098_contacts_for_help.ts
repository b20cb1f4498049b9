import { type Kysely, sql } from 'kysely'

/** Whether a vehicle's emergency contacts are also called for help, and not only where it may be stolen. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table emergency_chains add column calls_for_help boolean not null default false`.execute(db)
}
