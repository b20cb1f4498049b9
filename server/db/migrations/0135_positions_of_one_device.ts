import { type Kysely, sql } from 'kysely'

/**
 * What queries of other tables ask about the positions of each of their devices. PL/pgSQL, because such a function is never made
 * a part of the query that calls it: its own query names one device (docs/decisions/0064-positions-on-several-servers.md). All
 * bounds are inclusive.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create function newest_position(device text, since timestamptz, until timestamptz) returns setof positions
    language plpgsql stable strict rows 1 as $$
    begin
      return query select * from positions where device_id = device and recorded_at between since and until
        order by recorded_at desc limit 1;
    end $$`.execute(db)
  await sql`
    create function position_at(device text, at timestamptz) returns setof positions
    language plpgsql stable strict rows 1 as $$
    begin
      return query select * from positions where device_id = device and recorded_at = at;
    end $$`.execute(db)
  await sql`
    create function has_position(device text, since timestamptz, until timestamptz) returns boolean
    language plpgsql stable strict as $$
    begin
      return exists (select from positions where device_id = device and recorded_at between since and until);
    end $$`.execute(db)
  await sql`
    create function count_positions(device text, since timestamptz, until timestamptz) returns integer
    language plpgsql stable strict as $$
    begin
      return (select count(*) from positions where device_id = device and recorded_at between since and until);
    end $$`.execute(db)
}
