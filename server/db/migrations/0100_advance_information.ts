import { type Kysely, sql } from 'kysely'

/** What the weather service may warn of later: shown, and never told as a warning that is in force. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table weather_warnings add is_advance boolean not null default false`.execute(db)
  await sql`
    create or replace view current_warnings as
    select id, source, warning_type, headline, description, instruction, level, region_name, place, area,
      valid_from, valid_until, sent_at, coalesce(last_success_at, fetched_at) as fetched_at, attribution,
      above_metres, below_metres, is_advance
    from weather_warnings left join feed_states on feed = source
    where weather_warnings.edition <= coalesce(feed_states.edition, 0)`.execute(db)
}
