import { type Kysely, sql } from 'kysely'

/** POIs that a user brought along, visible to nobody else. A file's are shown once all of them are there. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table own_poi_files (
      id text primary key,
      user_id text not null references users on delete cascade,
      name text not null,
      format text not null,
      read_at timestamptz not null,
      pois integer not null,
      complete boolean not null
    )`.execute(db)
  await sql`create index own_poi_files_user on own_poi_files (user_id)`.execute(db)
  await sql`
    create table own_pois (
      file_id text not null references own_poi_files on delete cascade,
      number integer not null,
      place geometry(Point, 4326) not null,
      name text not null,
      comment text,
      speed integer,
      direction integer,
      primary key (file_id, number)
    )`.execute(db)
}
