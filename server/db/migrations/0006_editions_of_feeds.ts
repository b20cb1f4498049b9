import { type Kysely, sql } from 'kysely'

/**
 * An import writes its rows as the next edition of its feed, in small pieces that nobody sees, and then shows all of
 * them at once by counting the feed's edition up (design, sections 2 and 5.10). Rows that no feed wrote are of edition
 * 0 and always shown. Who shows POIs or warnings reads `current_pois` and `current_warnings`.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table feed_states
      add edition integer not null default 0,
      add importing_since timestamptz,
      add etag text`.execute(db)
  await sql`
    alter table pois
      add edition integer not null default 0,
      drop constraint pois_pkey,
      drop constraint pois_source_source_id_key,
      add primary key (id, edition),
      add unique (source, source_id, edition)`.execute(db)
  await sql`
    alter table weather_warnings
      add edition integer not null default 0,
      drop constraint weather_warnings_pkey,
      add primary key (id, edition)`.execute(db)

  await sql`
    create view current_pois as
    select id, source, source_id, poi_type, place, street, postcode, city, speed, direction, note, attribution,
      coalesce(last_success_at, fetched_at) as fetched_at, expires_at, created_at, updated_at
    from pois left join feed_states on feed = source
    where pois.edition <= coalesce(feed_states.edition, 0)`.execute(db)
  await sql`
    create view current_warnings as
    select id, source, warning_type, headline, description, instruction, level, region_name, place, area,
      valid_from, valid_until, sent_at, coalesce(last_success_at, fetched_at) as fetched_at, attribution
    from weather_warnings left join feed_states on feed = source
    where weather_warnings.edition <= coalesce(feed_states.edition, 0)`.execute(db)

  // Counts every change of a POI, whoever makes it, so that what was prepared from all of them is known to be old.
  await sql`
    create table poi_versions (
      the_only_row boolean primary key default true check (the_only_row),
      version bigint not null default 1
    )`.execute(db)
  await sql`
    create function count_poi_version() returns trigger language plpgsql as $$
    begin
      insert into poi_versions default values
        on conflict (the_only_row) do update set version = poi_versions.version + 1;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger pois_changed after insert or update or delete on pois
    for each statement execute function count_poi_version()`.execute(db)
}
