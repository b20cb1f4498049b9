import { type Kysely, sql } from 'kysely'

/**
 * A secret names its tracker (`x-device-key`), so no two may have the same, and it is found by an index. Of those that share
 * one only the tracker that was imported first keeps it: the others are believed again once they are imported with a secret
 * of their own. They keep a hash, of a secret that nobody knows: without one they would be believed by everybody's word.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update device_inventory set secret_hash = sha256(convert_to(gen_random_uuid()::text, 'UTF8'))
    where exists (
      select from device_inventory as earlier
      where earlier.secret_hash = device_inventory.secret_hash
        and (earlier.imported_at, earlier.imei) < (device_inventory.imported_at, device_inventory.imei))`.execute(db)
  await sql`create unique index device_inventory_secret on device_inventory (secret_hash)`.execute(db)
}
