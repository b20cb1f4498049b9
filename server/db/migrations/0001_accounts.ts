import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create extension if not exists postgis`.execute(db)
  await sql`
    create table users (
      id text primary key,
      email text not null,
      password_hash text not null,
      created_at timestamptz not null,
      email_verified_at timestamptz,
      imei_verified_at timestamptz,
      disabled_at timestamptz,
      pending_email text,
      demo boolean not null default false
    )`.execute(db)
  await sql`create unique index users_email on users (lower(email))`.execute(db)
  await sql`
    create table sessions (
      id text primary key,
      user_id text not null references users on delete cascade,
      token_hash bytea not null unique,
      client text not null,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index sessions_user on sessions (user_id)`.execute(db)
  await sql`
    create table email_tokens (
      token_hash bytea primary key,
      user_id text not null references users on delete cascade,
      purpose text not null check (purpose in ('verify-email', 'change-email', 'password-reset')),
      email text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
  await sql`create index email_tokens_user on email_tokens (user_id)`.execute(db)
  await sql`
    create table attempts (
      id bigint generated always as identity primary key,
      kind text not null,
      subject text not null,
      at timestamptz not null
    )`.execute(db)
  await sql`create index attempts_subject on attempts (kind, subject, at)`.execute(db)
}
