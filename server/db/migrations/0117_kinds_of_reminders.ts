import { type Kysely, sql } from 'kysely'

/** Which kinds of reminders there are is said by the contract alone: a new one needs no migration. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table reminders drop constraint reminders_kind_check`.execute(db)
  await sql`alter table unwanted_reminders drop constraint unwanted_reminders_kind_check`.execute(db)
}
