import { sql } from 'kysely'
import { recordForOwner } from './activity-log.ts'
import type { Writing } from '#server/db/transactions/locks.ts'
import { unlicensedDevices } from './recorded-device.ts'
import { raiseReminder } from './reminders.ts'

/**
 * Switches off the recording of those of the devices that have no valid licence. Notes since when, and has the owner
 * told. A later licence does not switch it on again; only the enable call does (specification, section 4). So this is
 * called by everything that gives or takes licences, before a device gets one and after it has lost one. Their trackers are
 * held, so no report is stored meanwhile.
 */
export async function endUnlicensedRecording(
  transaction: Writing,
  deviceIds: readonly string[],
  now: Date,
): Promise<void> {
  const ended = unlicensedDevices(transaction, now)
    .leftJoin('licences as ended_licence', 'ended_licence.id', 'devices.licence_id')
    .select(['devices.id', 'ended_licence.expires_at'])
    .where(sql<boolean>`devices.id = any(${deviceIds}::text[])`)
    .as('ended')
  const stopped = await transaction
    .updateTable('tracking_settings')
    .from(ended)
    .set({
      enabled: false,
      enabled_at: null,
      licence_ended_at: sql`coalesce(ended.expires_at, ${now}::timestamptz)`,
    })
    .whereRef('tracking_settings.device_id', '=', 'ended.id')
    .returning(['tracking_settings.device_id as deviceId', 'licence_ended_at'])
    .execute()
  for (const { deviceId, licence_ended_at: endedAt } of stopped) {
    await recordForOwner(transaction, { deviceId, actor: 'product', kind: 'tracking-ended', at: now })
    const occasion = (endedAt ?? now).toISOString()
    await raiseReminder(transaction, { deviceId, kind: 'LICENCE', occasion, at: now })
  }
}
