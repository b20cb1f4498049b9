import { type Kysely, sql } from 'kysely'

/**
 * Whoever listens on `live_events` is told, once it is committed, of new positions and alarms, of changed devices, and
 * of users whose sessions may have ended: that there is something new and whose it is, never what.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create function tell_of_device(type text, device_id text, at timestamptz default null) returns void
    language sql as $$
      select pg_notify('live_events', json_strip_nulls(json_build_object(
        'type', type, 'userId', user_id, 'deviceId', id,
        'at', to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text)
      from devices where id = tell_of_device.device_id
    $$`.execute(db)

  await sql`
    create function tell_of_positions() returns trigger language plpgsql as $$
    begin
      perform tell_of_device('position', newest.device_id, newest.at)
      from (select device_id, max(recorded_at) as at from added group by device_id) as newest;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger positions_told after insert on positions referencing new table as added
    for each statement execute function tell_of_positions()`.execute(db)

  await sql`
    create function tell_of_row() returns trigger language plpgsql as $$
    begin
      perform tell_of_device(tg_argv[0], new.device_id);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger alarm_told after insert on alarms for each row execute function tell_of_row('alarm')`.execute(db)
  await sql`
    create trigger alarm_change_told after update on alarms for each row
    when ((old.letter, old.acknowledged_at) is distinct from (new.letter, new.acknowledged_at))
    execute function tell_of_row('alarm')`.execute(db)
  await sql`
    create trigger settings_told after insert or update on tracking_settings for each row
    execute function tell_of_row('device')`.execute(db)

  await sql`
    create function tell_of_changed_device() returns trigger language plpgsql as $$
    declare row_of_it devices := coalesce(new, old);
    begin
      perform pg_notify('live_events', json_build_object(
        'type', 'device', 'userId', row_of_it.user_id, 'deviceId', row_of_it.id)::text);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger device_told after insert or update or delete on devices for each row
    execute function tell_of_changed_device()`.execute(db)

  // A sign of life with a position is told with the position; of others one a minute is enough.
  await sql`
    create function tell_of_signs_of_life() returns trigger language plpgsql as $$
    begin
      perform tell_of_device('device', devices.id)
      from seen join before using (imei) join devices using (imei)
      where seen.last_active_at >= coalesce(before.last_active_at, '-infinity') + interval '1 minute';
      return null;
    end $$`.execute(db)
  await sql`
    create trigger signs_of_life_told after update on device_inventory
    referencing old table as before new table as seen
    for each statement execute function tell_of_signs_of_life()`.execute(db)

  await sql`
    create function tell_of_user() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'sessions' then
        perform pg_notify('live_events', json_build_object('type', 'session', 'userId', old.user_id)::text);
      else
        perform pg_notify('live_events', json_build_object('type', 'session', 'userId', old.id)::text);
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger session_end_told after delete on sessions for each row execute function tell_of_user()`.execute(db)
  await sql`
    create trigger user_told after update on users for each row
    when ((old.disabled_at, old.email_verified_at, old.imei_verified_at)
      is distinct from (new.disabled_at, new.email_verified_at, new.imei_verified_at))
    execute function tell_of_user()`.execute(db)
}
