import { type Kysely, sql } from 'kysely'

/** Whether an accident with a motorcycle was on a weekend; null for those that are there already. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table accidents add column weekend boolean`.execute(db)
}
