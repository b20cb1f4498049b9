import { type Kysely, sql } from 'kysely'

/**
 * The lines of roads that the operator's base map gives to hazards whose source knows none, and how many hazards of each
 * source have one (docs/decisions/0053-the-hazards-own-road.md). `made_of` says of which facts of the hazard, so that lines of
 * what has changed are neither told nor kept; no lines: the map does not tell. Accidents are found by their place.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table hazard_lines (
      poi_id text primary key,
      made_of text not null,
      map text not null,
      lines text[] not null,
      direction smallint
    )`.execute(db)
  await sql`
    create table hazard_line_shares (
      source text primary key,
      hazards integer not null,
      with_line integer not null
    )`.execute(db)
  await sql`create index accidents_latitude on accidents (latitude)`.execute(db)
}
