import { type Kysely, sql } from 'kysely'

/**
 * Routes that riders keep. Each is its own queue for the check on the evening before its departure: `news_for` is the
 * departure that was last taken up.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table saved_routes (
      id text primary key,
      user_id text not null references users on delete cascade,
      name text not null,
      pieces jsonb not null,
      length_metres double precision not null,
      corridor_metres double precision not null,
      departs_at timestamptz,
      average_kmh double precision,
      is_watched boolean not null,
      known text[] not null,
      saved_at timestamptz not null,
      check_at timestamptz,
      news_for timestamptz,
      news_state text check (news_state in ('SENDING', 'QUEUED', 'SENT', 'NONE', 'FAILED')),
      news_begun_at timestamptz,
      news_ended_at timestamptz,
      check (num_nonnulls(departs_at, average_kmh, check_at) in (0, 3)),
      check ((news_for is null) = (news_state is null))
    )`.execute(db)
  await sql`create index saved_routes_of_user on saved_routes (user_id)`.execute(db)
  await sql`create index saved_routes_to_check on saved_routes (check_at) where check_at is not null`.execute(db)
}
