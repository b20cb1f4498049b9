import { type Kysely, sql } from 'kysely'

/**
 * A pause until its owner ends it; what decides where an announced ride ends, and whether its owner may be riding on; and the
 * links in e-mails by which owners answer an alarm.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table alarm_guards
      drop constraint alarm_guards_pause_kind_check,
      add constraint alarm_guards_pause_kind_check check (pause_kind in ('TIMED', 'RIDE', 'OPEN')),
      add column pause_stands_since timestamptz,
      add column pause_homes jsonb,
      add column onward_since timestamptz`.execute(db)
  await sql`
    alter table email_tokens
      drop constraint email_tokens_purpose_check,
      add constraint email_tokens_purpose_check
        check (purpose in ('verify-email', 'change-email', 'secure-account', 'password-reset', 'own-ride')),
      add column alarm_id text references alarms on delete cascade,
      add constraint email_tokens_of_alarms check ((purpose = 'own-ride') = (alarm_id is not null))`.execute(db)
  await sql`create index email_tokens_alarm on email_tokens (alarm_id) where alarm_id is not null`.execute(db)
}
