import { type Kysely, sql } from 'kysely'

/**
 * Accounts that are to be deleted: what was asked, and until when it can be taken back. A receipt outlives its account
 * until it was sent.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column deletes_at timestamptz`.execute(db)
  await sql`
    create table account_deletions (
      id text primary key,
      user_id text not null references users on delete cascade,
      by_support boolean not null,
      accepts_theft_loss boolean not null,
      asked_at timestamptz not null,
      token_hash bytea unique,
      expires_at timestamptz,
      confirmed_at timestamptz,
      keep_token_hash bytea unique,
      ended_at timestamptz,
      email_due text check (email_due in ('LINK', 'GRACE')),
      email_begun_at timestamptz
    )`.execute(db)
  await sql`create index account_deletions_user on account_deletions (user_id)`.execute(db)
  await sql`create unique index account_deletions_present on account_deletions (user_id) where ended_at is null`.execute(
    db,
  )
  await sql`
    create table account_deletion_receipts (
      id text primary key,
      email text,
      names text[] not null,
      figures jsonb not null,
      deleted_at timestamptz not null,
      email_begun_at timestamptz
    )`.execute(db)

  // Other browsers of the account show at once that it is to be deleted, or kept.
  await sql`drop trigger user_told on users`.execute(db)
  await sql`
    create trigger user_told after update on users for each row
    when ((old.disabled_at, old.email_verified_at, old.imei_verified_at, old.deletes_at)
      is distinct from (new.disabled_at, new.email_verified_at, new.imei_verified_at, new.deletes_at))
    execute function tell_of_user()`.execute(db)
}
