import { type Kysely, sql } from 'kysely'

/**
 * Messages of alarms to phones: those to an owner (no contact), how often each message was handed over, and before when it
 * is not tried again. `BOUNCED`: a mail server knows no such address, or sent the e-mail back.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table alarm_hops
      alter column contact_id drop not null,
      add column tries smallint not null default 0,
      add column retry_at timestamptz,
      drop constraint alarm_hops_state_check,
      add constraint alarm_hops_state_check
        check (state in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'BOUNCED', 'STOPPED', 'WITHHELD')),
      add constraint alarm_hops_of_owner check (contact_id is not null or channel <> 'EMAIL')`.execute(db)
}
