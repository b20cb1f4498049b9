import { type Kysely, sql } from 'kysely'

/**
 * Four migrations (0008, 0009, 0022, 0025) were changed after databases had been migrated by them: those databases get
 * here what they lack. In all others nothing changes.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table accidents
    add column if not exists latitude double precision, add column if not exists longitude double precision`.execute(db)
  await sql`
    update accidents
    set latitude = st_y(st_transform(place, 4326)), longitude = st_x(st_transform(place, 4326))
    where latitude is null or longitude is null`.execute(db)
  await sql`alter table accidents alter column latitude set not null, alter column longitude set not null`.execute(db)

  await sql`alter table poi_reports add column if not exists ends_at timestamptz`.execute(db)

  // The text of 0022, to the letter: the schema is compared by it.
  await sql`
    create or replace function note_release() returns trigger language plpgsql as $$
    begin
      update device_inventory set released_at = clock_timestamp(), last_active_at = null
      where imei = old.imei and (released_at is null or released_at <= old.registered_at);
      return old;
    end $$`.execute(db)
  await sql`
    update device_inventory set last_active_at = null
    where last_active_at is not null
      and not exists (select from devices where devices.imei = device_inventory.imei)`.execute(db)

  await sql`alter table alarm_guards add column if not exists untold_fix_at timestamptz`.execute(db)
  await sql`
    do $$
    begin
      if exists (
        select from pg_attribute
        where attrelid = 'alarm_guards'::regclass and attname = 'untold' and not attisdropped
      ) then
        update alarm_guards set untold_fix_at = (
          select max(recorded_at) from positions where positions.device_id = alarm_guards.device_id)
        where untold;
        -- Its index goes with it.
        alter table alarm_guards drop column untold;
      end if;
    end $$`.execute(db)
  await sql`
    create index if not exists alarm_guards_untold on alarm_guards (device_id) where untold_fix_at is not null`.execute(
    db,
  )
}
