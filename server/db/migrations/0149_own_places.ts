import { type Kysely, sql } from 'kysely'

/** Places of owners: from which level weather warnings there are sent, and of which visits of which vehicle (docs/decisions/0106-own-places.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table own_places (
      id text primary key,
      user_id text not null references users on delete cascade,
      name text not null,
      latitude double precision not null,
      longitude double precision not null,
      radius_metres integer not null,
      weather_level smallint check (weather_level between 2 and 4),
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index own_places_of_user on own_places (user_id)`.execute(db)
  await sql`
    create table own_place_watches (
      place_id text not null references own_places on delete cascade,
      device_id text not null references devices on delete cascade,
      visits text[] not null check (visits <@ array['ARRIVED', 'LEFT'] and visits <> '{}'),
      since timestamptz not null,
      primary key (place_id, device_id)
    )`.execute(db)
  await sql`create index own_place_watches_of_device on own_place_watches (device_id)`.execute(db)
}
