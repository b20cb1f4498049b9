import { type Kysely, sql } from 'kysely'

/**
 * Accidents without motorcycles: only where they were and what they were, as the measure for what traffic lets expect of
 * motorcycles. They are stored by squares of 10 km, as columns: a row for each would be ten times as large. What is stored
 * already came without them: it is fetched anew, and until then judged by the motorcycle accidents alone.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table accident_parts add column with_others boolean not null default false`.execute(db)
  await sql`
    create table other_accidents (
      part_id integer not null references accident_parts,
      square_east integer not null,
      square_north integer not null,
      built_up boolean not null,
      easts smallint[] not null,
      norths smallint[] not null,
      signs smallint[] not null,
      check (cardinality(easts) = cardinality(signs) and cardinality(norths) = cardinality(signs))
    )`.execute(db)
  await sql`create index other_accidents_part on other_accidents (part_id)`.execute(db)
}
