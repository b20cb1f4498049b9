import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { addressOfCase } from '#web/shared/devices/device-addresses.ts'
import { paths, withQuery } from '#web/browser/paths.ts'

/** Where a vehicle leads: to its case where its owner misses it, else to where it is. */
export function addressOf({ deviceId, condition }: Pick<VehicleState, 'deviceId' | 'condition'>): string {
  return condition.kind === 'MISSED' ? addressOfCase(deviceId) : trackingOf(deviceId)
}

/** The tracking screen of a device, perhaps one of its tabs. */
export function trackingOf(deviceId: string, tab: 'now' | 'alarm' | 'settings' = 'now'): string {
  return withQuery(paths.tracking, { device: deviceId, tab })
}
