import { type Kysely, sql } from 'kysely'

/** Web push: the sender's keys, the browsers that want to be told, and each alarm's way to each of them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table push_keys (
      single boolean primary key default true check (single),
      public_key bytea not null,
      private_key bytea not null
    )`.execute(db)
  await sql`
    create table push_subscriptions (
      id text primary key,
      user_id text not null references users on delete cascade,
      session_id text not null unique references sessions on delete cascade,
      endpoint text not null unique,
      public_key bytea not null,
      secret bytea not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index push_subscriptions_user on push_subscriptions (user_id)`.execute(db)
  await sql`
    create table alarm_pushes (
      alarm_id text not null references alarms on delete cascade,
      subscription_id text not null,
      state text not null check (state in ('QUEUED', 'SENDING', 'SENT', 'GONE', 'FAILED')),
      begun_at timestamptz,
      ended_at timestamptz,
      primary key (alarm_id, subscription_id)
    )`.execute(db)
  await sql`create index alarm_pushes_waiting on alarm_pushes (alarm_id) where state in ('QUEUED', 'SENDING')`.execute(
    db,
  )
}
