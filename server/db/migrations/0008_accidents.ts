import { type Kysely, sql } from 'kysely'

/**
 * Accidents with motorcycles, from which the hotspots are found. What one file brings of one Land in one year is a part
 * of an edition of the feed `unfallatlas` (`0006_editions_of_feeds.ts`): the newest part of a Land's year that is not
 * newer than the feed's edition is the one that counts, so an import replaces exactly the years and Länder it brings,
 * and one that is cut off changes nothing. Places are in metres, for distances between neighbours (`domain/utm.ts`:
 * PostGIS would load the projections of the whole world first, for which the embedded database needs half a second).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table accident_parts (
      id integer generated always as identity primary key,
      edition integer not null,
      region text not null,
      land smallint not null,
      whole boolean not null,
      year smallint not null,
      months smallint not null,
      unique (region, year, edition)
    )`.execute(db)
  await sql`
    create table accidents (
      part_id integer not null references accident_parts,
      source_id text,
      latitude double precision not null,
      longitude double precision not null,
      place geometry(Point, 25832) not null,
      built_up boolean not null,
      category smallint not null check (category between 1 and 3),
      kind smallint,
      type smallint,
      light smallint,
      surface smallint
    )`.execute(db)
  await sql`create index accidents_place on accidents using gist (place)`.execute(db)
  await sql`create index accidents_part on accidents (part_id)`.execute(db)
}
