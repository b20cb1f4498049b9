import type { DeviceHealth } from '#domain/devices/device-health.ts'
import type { Tables } from '#server/registers.ts'

/** The columns that `healthOf` reads. */
export const healthColumns = [
  'device_health.battery_percent',
  'device_health.battery_volts',
  'device_health.battery_at',
  'device_health.external_power',
  'device_health.power_at',
  'device_health.power_since',
  'device_health.first_fix_at',
] as const

type HealthColumns = Omit<Tables['device_health'], 'device_id'>

/** A row's health; all columns are null if the tracker never reported it. */
export function deviceHealthOf(row: HealthColumns): DeviceHealth {
  const { battery_at: batteryAt, external_power: external, power_at: powerAt } = row
  return {
    battery: batteryAt === null ? null : { percent: row.battery_percent, volts: row.battery_volts, at: batteryAt },
    power: external === null || powerAt === null ? null : { external, at: powerAt, since: row.power_since },
    firstFixAt: row.first_fix_at,
  }
}
