import { type Kysely, sql } from 'kysely'

/** The line of the road that a POI lies on, before and behind it, as a short text (`domain/riding/road-line.ts`). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table pois add line text`.execute(db)
  await sql`
    create or replace view current_pois as
    select id, source, source_id, poi_type, place, street, postcode, city, speed, direction, note, attribution,
      coalesce(last_success_at, fetched_at) as fetched_at, expires_at, created_at, updated_at, kind_assumed, line
    from pois left join feed_states on feed = source
    where pois.edition <= coalesce(feed_states.edition, 0)`.execute(db)
}
