import { type Kysely, sql } from 'kysely'

/**
 * What readers say about the POIs of sources, and which POIs they do not want to see. A POI keeps its id for as long as its
 * source has it, but not in one row of `pois`: nothing refers to it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table hidden_pois (
      user_id text not null references users on delete cascade,
      poi_id text not null,
      hidden_at timestamptz not null,
      primary key (user_id, poi_id)
    )`.execute(db)
  await sql`
    create table poi_doubts (
      poi_id text not null,
      user_id text not null references users on delete cascade,
      confirms boolean not null,
      at timestamptz not null,
      weight double precision not null,
      primary key (poi_id, user_id)
    )`.execute(db)
  await sql`create index poi_doubts_user on poi_doubts (user_id)`.execute(db)
}
