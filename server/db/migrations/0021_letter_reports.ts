import { type Kysely, sql } from 'kysely'

/** What mail servers report of an alarm's letter after they took it, and since when letters to an address come back. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table alarms
      drop constraint alarms_letter_check,
      add constraint alarms_letter_check
        check (letter in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'DELIVERED', 'BOUNCED')),
      add column letter_reported_at timestamptz`.execute(db)
  await sql`alter table users add column email_returned_at timestamptz`.execute(db)
}
