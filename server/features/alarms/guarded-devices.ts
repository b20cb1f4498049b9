import type { Queries } from '#server/db/database.ts'

/** Devices of the real world that are guarded now, with what is remembered of them; a guard that is off guards nothing. */
export function guardedDevices(queries: Queries, now: Date) {
  return queries
    .selectFrom('tracking_settings')
    .innerJoin('devices', 'devices.id', 'tracking_settings.device_id')
    .innerJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
    .innerJoin('licences', 'licences.id', 'devices.licence_id')
    .leftJoin('alarm_guards', 'alarm_guards.device_id', 'devices.id')
    .where('tracking_settings.enabled', '=', true)
    .where('tracking_settings.consent_given', '=', true)
    .where('tracking_settings.mode', 'in', ['THEFT', 'BOTH'])
    .where('tracking_settings.enabled_at', 'is not', null)
    .where('licences.expires_at', '>', now)
    .where('devices.demo', '=', false)
}
