import { type Kysely, sql } from 'kysely'

/**
 * What users report is counted by itself: it is shown without publishing all other POIs anew. Whoever listens on
 * `pois_changed` is told of both.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table poi_versions add reports bigint not null default 1`.execute(db)
  await sql`
    create or replace function count_poi_version() returns trigger language plpgsql as $$
    declare
      of_reports boolean := exists (select from changed where source = 'reports');
      of_others boolean := exists (
        select from changed left join feed_states on feed = source
        where source <> 'reports' and changed.edition <= coalesce(feed_states.edition, 0)
      );
    begin
      if of_reports or of_others then
        insert into poi_versions (version, reports) values (of_others::integer, of_reports::integer)
          on conflict (the_only_row) do update set
            version = poi_versions.version + of_others::integer,
            reports = poi_versions.reports + of_reports::integer;
      end if;
      return null;
    end $$`.execute(db)
}
