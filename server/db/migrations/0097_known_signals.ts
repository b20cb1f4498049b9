import { type Kysely, sql } from 'kysely'

/**
 * Of which signals a guard knows the present state: the first one that it hears of is remembered, not notified. Null: noted by
 * the version before, which took all that it had not heard of as not holding.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table alarm_guards add column known text[]`.execute(db)
}
