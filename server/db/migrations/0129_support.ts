import { type Kysely, sql } from 'kysely'

/**
 * What the support did, by whose hand; what the operator announces in the web app; when the support took a licence away, and
 * until when that would have run.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table support_actions (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      operator text not null,
      kind text not null,
      user_id text references users (id) on delete set null,
      detail text
    )`.execute(db)
  await sql`create index support_actions_user_id on support_actions (user_id)`.execute(db)
  await sql`create index support_actions_at on support_actions (at)`.execute(db)
  await sql`
    create table announcements (
      id bigint generated always as identity primary key,
      text text not null,
      begins_at timestamptz not null,
      ends_at timestamptz not null,
      made_at timestamptz not null,
      check (begins_at < ends_at)
    )`.execute(db)
  await sql`alter table licences add column revoked_at timestamptz, add column ends_before_revoked timestamptz`.execute(
    db,
  )
}
