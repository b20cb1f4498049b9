import { type Kysely, sql } from 'kysely'

/** No value is refused that was allowed. */
export const toleratedSince = '0105_session_of_an_email_change'

/** An alarm of a movement is raised at once; its e-mail may wait, and is stopped by an answer. When the movement began. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table alarms
      add column began_at timestamptz,
      add column letter_due_at timestamptz,
      drop constraint alarms_letter_check,
      add constraint alarms_letter_check
        check (letter in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'DELIVERED', 'BOUNCED', 'STOPPED'))`.execute(db)
}
