import type { Queries } from '#server/db/database.ts'

/**
 * Notes when a device's owner loses it, while no report of it is stored: none can leave a position behind. The tracker's
 * last sign of life is forgotten, too: it belongs to the former owner.
 */
export async function noteRelease(queries: Queries, deviceId: string, now: Date): Promise<void> {
  await queries
    .updateTable('device_inventory')
    .set({ released_at: now, last_active_at: null })
    .where('imei', '=', queries.selectFrom('devices').select('imei').where('id', '=', deviceId))
    .execute()
}
