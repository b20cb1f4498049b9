import { type Kysely, sql } from 'kysely'

/**
 * What is prepared from all POIs is made anew when their version rises. It rises when what is shown changes, not with
 * every piece that an import writes for later; whoever listens on `pois_changed` is told.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop trigger pois_changed on pois`.execute(db)
  await sql`
    create or replace function count_poi_version() returns trigger language plpgsql as $$
    begin
      if exists (
        select from changed left join feed_states on feed = source
        where changed.edition <= coalesce(feed_states.edition, 0)
      ) then
        insert into poi_versions default values
          on conflict (the_only_row) do update set version = poi_versions.version + 1;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger pois_added after insert on pois referencing new table as changed
    for each statement execute function count_poi_version()`.execute(db)
  await sql`
    create trigger pois_changed after update on pois referencing new table as changed
    for each statement execute function count_poi_version()`.execute(db)
  await sql`
    create trigger pois_removed after delete on pois referencing old table as changed
    for each statement execute function count_poi_version()`.execute(db)
  // A feed's state decides which edition is shown, and how old its POIs are said to be.
  await sql`
    create function count_poi_version_of_feed() returns trigger language plpgsql as $$
    begin
      if exists (select from pois where source = new.feed) then
        insert into poi_versions default values
          on conflict (the_only_row) do update set version = poi_versions.version + 1;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger feed_shown after update on feed_states for each row
    when ((old.edition, old.last_success_at) is distinct from (new.edition, new.last_success_at))
    execute function count_poi_version_of_feed()`.execute(db)

  await sql`
    create function tell_poi_version() returns trigger language plpgsql as $$
    begin
      perform pg_notify('pois_changed', '');
      return null;
    end $$`.execute(db)
  await sql`
    create trigger poi_version_changed after insert or update on poi_versions
    for each statement execute function tell_poi_version()`.execute(db)
}
