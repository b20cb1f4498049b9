import { type Kysely, sql } from 'kysely'

/** New positions are told in one statement for all their devices: a call for each cost more than storing its position. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create or replace function tell_of_positions() returns trigger language plpgsql as $$
    begin
      perform pg_notify('live_events', json_build_object(
        'type', 'position', 'userId', devices.user_id, 'deviceId', devices.id,
        'at', to_char(newest.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text)
      from (select device_id, max(recorded_at) as at from added group by device_id) as newest
      join devices on devices.id = newest.device_id;
      return null;
    end $$`.execute(db)
}
