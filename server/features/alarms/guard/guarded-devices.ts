import { guardingModes } from '#domain/alarms/guard.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { recordedDevices } from '#server/db/shared/recorded-device.ts'

/** Devices of the real world that are guarded now, with what is remembered of them. */
export function guardedDevices(queries: Queries, now: Date) {
  return recordedDevices(queries, now, guardingModes)
    .innerJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
    .leftJoin('alarm_guards', 'alarm_guards.device_id', 'devices.id')
    .where('tracking_settings.enabled_at', 'is not', null)
    .where('devices.demo', '=', false)
}
