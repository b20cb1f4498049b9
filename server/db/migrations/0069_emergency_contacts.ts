import { type Kysely, sql } from 'kysely'

/**
 * Whom an owner has invited to be notified when nobody answers an alarm, the messages to them, and the links in e-mails and
 * push messages by which an alarm is answered without signing in (null: the owner's). Of a contact that has left only a hash
 * of the address stays, for a while. Messages and links name a contact without a reference: a contact that goes never keeps a
 * report from being stored.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table emergency_chains (
      device_id text primary key references devices on delete cascade,
      wait_minutes smallint not null
    )`.execute(db)
  await sql`
    create table emergency_contacts (
      id text primary key,
      device_id text not null references devices on delete cascade,
      email text,
      email_hash bytea not null,
      position smallint not null,
      invited_at timestamptz not null,
      invitation_ends_at timestamptz not null,
      accepted_at timestamptz,
      agreement_version smallint,
      left_at timestamptz,
      constraint emergency_contacts_address unique (device_id, email_hash),
      check ((email is null) = (left_at is not null)),
      check (accepted_at is null or agreement_version is not null)
    )`.execute(db)
  await sql`
    create table alarm_hops (
      alarm_id text not null references alarms on delete cascade,
      number smallint not null,
      channel text not null check (channel in ('EMAIL', 'SMS', 'VOICE')),
      contact_id text not null,
      due_at timestamptz not null,
      state text not null check (state in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'STOPPED', 'WITHHELD')),
      begun_at timestamptz,
      ended_at timestamptz,
      answered_at timestamptz,
      primary key (alarm_id, number, channel)
    )`.execute(db)
  await sql`create index alarm_hops_to_send on alarm_hops (due_at) where state in ('QUEUED', 'SENDING')`.execute(db)
  await sql`create index alarm_hops_of_contact on alarm_hops (contact_id)`.execute(db)
  await sql`
    create table emergency_contact_links (
      token_hash bytea primary key,
      contact_id text not null references emergency_contacts on delete cascade,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index emergency_contact_links_of_contact on emergency_contact_links (contact_id)`.execute(db)
  await sql`
    create table alarm_links (
      token_hash bytea primary key,
      alarm_id text not null references alarms on delete cascade,
      contact_id text,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index alarm_links_of_alarm on alarm_links (alarm_id)`.execute(db)
}
