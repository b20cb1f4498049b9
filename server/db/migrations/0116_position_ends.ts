import { type Kysely, sql } from 'kysely'

/**
 * Until when a history was deleted by its owner, and reduced to the places of a parked vehicle, leaves the settings of tracking,
 * which the history does not write. A version before goes on with the columns: triggers keep both alike. Nobody else reads them
 * any more.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table position_ends (
      device_id text primary key references devices on delete cascade,
      deleted_until timestamptz,
      reduced_until timestamptz
    )`.execute(db)
  await sql`
    insert into position_ends select device_id, positions_deleted_until, trace_reduced_until from tracking_settings
    where coalesce(positions_deleted_until, trace_reduced_until) is not null`.execute(db)
  await sql`
    create trigger position_end_told after insert or update of deleted_until on position_ends
    for each row when (new.deleted_until is not null) execute function tell_of_row('device')`.execute(db)

  await sql`
    create function position_ends_of_settings() returns trigger language plpgsql as $$
    begin
      insert into position_ends as known values (new.device_id, new.positions_deleted_until, new.trace_reduced_until)
      on conflict (device_id) do update
        set deleted_until = excluded.deleted_until, reduced_until = excluded.reduced_until
        where (known.deleted_until, known.reduced_until) is distinct from (excluded.deleted_until, excluded.reduced_until);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger position_ends_of_settings after update of positions_deleted_until, trace_reduced_until on tracking_settings
    for each row when ((new.positions_deleted_until, new.trace_reduced_until)
      is distinct from (old.positions_deleted_until, old.trace_reduced_until))
    execute function position_ends_of_settings()`.execute(db)
  await sql`
    create function position_ends_to_settings() returns trigger language plpgsql as $$
    begin
      update tracking_settings set positions_deleted_until = new.deleted_until, trace_reduced_until = new.reduced_until
      where device_id = new.device_id
        and (positions_deleted_until, trace_reduced_until) is distinct from (new.deleted_until, new.reduced_until);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger position_ends_to_settings after insert or update on position_ends
    for each row execute function position_ends_to_settings()`.execute(db)
}
