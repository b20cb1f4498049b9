import { type Kysely, sql } from 'kysely'

/**
 * Instants that end a device's past (docs/decisions/0015): when its last owner lost it, and up to which fix time its owner
 * deleted positions. Who owned a tracker that nobody owns now is not known any more: it is taken to be released now.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table tracking_settings add column positions_deleted_until timestamptz`.execute(db)
  await sql`alter table device_inventory add column released_at timestamptz`.execute(db)
  await sql`
    update device_inventory set released_at = now()
    where not exists (select from devices where devices.imei = device_inventory.imei)`.execute(db)
  // Whoever deletes an account in the database itself releases its devices, too; the product says by its own clock when.
  await sql`
    create function note_release() returns trigger language plpgsql as $$
    begin
      update device_inventory set released_at = clock_timestamp(), last_active_at = null
      where imei = old.imei and (released_at is null or released_at <= old.registered_at);
      return old;
    end $$`.execute(db)
  await sql`
    create trigger device_released before delete on devices for each row execute function note_release()`.execute(db)
}
