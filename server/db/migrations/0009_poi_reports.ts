import { type Kysely, sql } from 'kysely'

/** Who reported a POI of the source `reports` and who spoke about it since: for counting, never shown. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table poi_reports (
      poi_id text primary key,
      user_id text references users on delete set null,
      confirmations integer not null default 0,
      denials integer not null default 0,
      confirmed_at timestamptz,
      ends_at timestamptz
    )`.execute(db)
  await sql`create index poi_reports_user on poi_reports (user_id)`.execute(db)
  await sql`
    create table poi_votes (
      poi_id text not null references poi_reports on delete cascade,
      user_id text not null references users on delete cascade,
      confirms boolean not null,
      at timestamptz not null,
      primary key (poi_id, user_id)
    )`.execute(db)
  await sql`create index poi_votes_user on poi_votes (user_id)`.execute(db)
}
