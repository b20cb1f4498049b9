import { type Kysely, sql } from 'kysely'

/** Between which heights above the sea a warning holds, metres; null: no limit. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table weather_warnings add above_metres integer, add below_metres integer`.execute(db)
  await sql`
    create or replace view current_warnings as
    select id, source, warning_type, headline, description, instruction, level, region_name, place, area,
      valid_from, valid_until, sent_at, coalesce(last_success_at, fetched_at) as fetched_at, attribution,
      above_metres, below_metres
    from weather_warnings left join feed_states on feed = source
    where weather_warnings.edition <= coalesce(feed_states.edition, 0)`.execute(db)
}
