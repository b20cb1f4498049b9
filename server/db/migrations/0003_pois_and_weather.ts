import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table pois (
      id text primary key,
      source text not null,
      source_id text not null,
      poi_type text not null,
      place geometry(Point, 4326) not null,
      street text,
      postcode text,
      city text,
      speed integer,
      direction real,
      note text,
      attribution text not null,
      fetched_at timestamptz not null,
      expires_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (source, source_id)
    )`.execute(db)
  await sql`create index pois_place on pois using gist (place)`.execute(db)
  await sql`create index pois_place_metres on pois using gist ((place::geography))`.execute(db)
  await sql`
    create table weather_warnings (
      id text primary key,
      source text not null,
      warning_type text not null,
      headline text not null,
      description text not null,
      instruction text,
      level smallint not null check (level between 1 and 4),
      region_name text not null,
      place geometry(Point, 4326) not null,
      area geometry(MultiPolygon, 4326) not null,
      valid_from timestamptz not null,
      valid_until timestamptz,
      sent_at timestamptz not null,
      fetched_at timestamptz not null,
      attribution text not null
    )`.execute(db)
  await sql`
    create table feed_states (
      feed text primary key,
      last_attempt_at timestamptz not null,
      last_success_at timestamptz,
      last_error text,
      outcome jsonb
    )`.execute(db)
}
