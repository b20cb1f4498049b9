import { type Kysely, sql } from 'kysely'

/**
 * Roads that are closed for motorcycles, always or at times, with their lines (`domain/geo/line-text.ts`). As POIs and
 * warnings they are written as the next edition of their feed.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table closures (
      id text not null,
      source text not null,
      name text,
      line text not null,
      road geometry(LineString, 4326) not null,
      rules jsonb not null,
      attribution text not null,
      edition integer not null default 0,
      primary key (id, edition)
    )`.execute(db)
  await sql`create index closures_road on closures using gist (road)`.execute(db)
  await sql`
    create view current_closures as
    select id, source, name, line, road, rules, attribution
    from closures left join feed_states on feed = source
    where closures.edition <= coalesce(feed_states.edition, 0)`.execute(db)
}
