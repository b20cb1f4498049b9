import { type Kysely, sql } from 'kysely'

/**
 * The browsers from which an account was signed in to, so that its owner hears of a new one; the addresses that it had until
 * recently, whose mailboxes may still say „Das war ich nicht“; and the link with which they do. It takes the place of the
 * link that only cancelled a change of address.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table known_browsers (
      user_id text not null references users on delete cascade,
      browser_hash bytea not null,
      last_used_at timestamptz not null,
      primary key (user_id, browser_hash)
    )`.execute(db)
  await sql`
    create table former_emails (
      user_id text not null references users on delete cascade,
      email text not null,
      replaced_at timestamptz not null,
      primary key (user_id, email)
    )`.execute(db)
  await sql`create index former_emails_email on former_emails (lower(email))`.execute(db)
  await sql`alter table email_tokens drop constraint email_tokens_purpose_check`.execute(db)
  await sql`update email_tokens set purpose = 'secure-account' where purpose = 'cancel-email-change'`.execute(db)
  await sql`
    alter table email_tokens add constraint email_tokens_purpose_check
      check (purpose in ('verify-email', 'change-email', 'secure-account', 'password-reset'))`.execute(db)
}
