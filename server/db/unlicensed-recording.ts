import { sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'

/**
 * Switches the recording off of those of the devices that have no valid licence, and notes since when and that the owner is
 * to be notified. A licence that comes later does not switch it on: the enable call does (specification, section 4). So
 * whoever gives or takes licences asks this, before a device gets one and after it has lost one, while their trackers are
 * held: no report is taken in meanwhile.
 */
export async function endUnlicensedRecording(
  transaction: Queries,
  deviceIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update tracking_settings
    set enabled = false, enabled_at = null, licence_ended_at = coalesce(licences.expires_at, ${now}::timestamptz),
      licence_end_email_pending = not devices.demo
    from devices left join licences on licences.id = devices.licence_id
    where devices.id = any(${deviceIds}::text[]) and tracking_settings.device_id = devices.id
      and tracking_settings.enabled and not coalesce(licences.expires_at > ${now}, false)`.execute(transaction)
}
