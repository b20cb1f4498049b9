import { type Kysely, sql } from 'kysely'

/**
 * Keys that owners sign in with, and what is asked of them: each challenge is valid once and for minutes, for one purpose,
 * and for one session where somebody is signed in.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table passkeys (
      id text primary key,
      user_id text not null references users on delete cascade,
      credential_id bytea not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      can_be_backed_up boolean not null,
      backed_up boolean not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db)
  await sql`create index passkeys_user on passkeys (user_id)`.execute(db)
  await sql`
    create table passkey_challenges (
      challenge_hash bytea primary key,
      purpose text not null check (purpose in ('registration', 'sign-in', 'step-up')),
      session_id text references sessions on delete cascade,
      expires_at timestamptz not null,
      check ((purpose = 'sign-in') = (session_id is null))
    )`.execute(db)
  await sql`create index passkey_challenges_session on passkey_challenges (session_id)`.execute(db)
  await sql`create index passkey_challenges_end on passkey_challenges (expires_at)`.execute(db)
}
