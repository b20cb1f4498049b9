import { type Kysely, sql } from 'kysely'

/**
 * Exports of an account's data: who works on each until when, and the finished file in pieces, so that every process can
 * hand it out. One that support made has no pieces: the row is there for its e-mail.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table data_exports (
      id text primary key,
      user_id text not null references users on delete cascade,
      requested_by text not null check (requested_by in ('owner', 'support')),
      requested_at timestamptz not null,
      without_privacy_zones boolean not null default false,
      state text not null check (state in ('WAITING', 'RUNNING', 'READY', 'FAILED', 'EXPIRED', 'DELETED', 'HANDED_OUT')),
      attempts smallint not null default 0,
      worker text,
      working_until timestamptz,
      percent smallint not null default 0,
      step text check (step in ('POSITIONS', 'PICTURES', 'RECORDS')),
      step_name text,
      bytes bigint,
      ready_at timestamptz,
      expires_at timestamptz,
      ended_at timestamptz,
      token_hash bytea unique,
      mailed_to text,
      mail_queued_at timestamptz,
      mail_begun_at timestamptz
    )`.execute(db)
  await sql`create index data_exports_of_user on data_exports (user_id, requested_at)`.execute(db)
  await sql`
    create unique index data_exports_one_at_a_time on data_exports (user_id)
    where state in ('WAITING', 'RUNNING', 'READY')`.execute(db)
  await sql`
    create table data_export_parts (
      export_id text not null references data_exports on delete cascade,
      number integer not null,
      content bytea not null,
      primary key (export_id, number)
    )`.execute(db)
  // A ZIP file is compressed already.
  await sql`alter table data_export_parts alter column content set storage external`.execute(db)
}
