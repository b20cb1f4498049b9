import { sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'

/**
 * Holds the trackers of devices until the end of the transaction, as the reception of reports does while it takes them in:
 * waits for what is being taken in, and lets nothing in meanwhile. In the order of reception, so that nobody waits for each
 * other.
 */
export async function holdTrackers(transaction: Queries, deviceIds: readonly string[]): Promise<void> {
  await sql`
    select 1 from device_inventory join devices on devices.imei = device_inventory.imei
    where devices.id = any(${deviceIds}::text[])
    order by device_inventory.imei for no key update of device_inventory`.execute(transaction)
}
