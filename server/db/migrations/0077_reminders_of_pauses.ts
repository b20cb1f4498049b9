import { type Kysely, sql } from 'kysely'

/** Owners are reminded of a pause of the theft alarm that does not end by itself. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table reminders
      drop constraint reminders_kind_check,
      add constraint reminders_kind_check
        check (kind in ('LICENCE', 'CONSENT', 'PAUSED', 'BLIND', 'WEATHER', 'SEASON', 'INSPECTION'))`.execute(db)
  await sql`
    alter table unwanted_reminders
      drop constraint unwanted_reminders_kind_check,
      add constraint unwanted_reminders_kind_check
        check (kind in ('PAUSED', 'BLIND', 'WEATHER', 'SEASON', 'INSPECTION'))`.execute(db)
}
