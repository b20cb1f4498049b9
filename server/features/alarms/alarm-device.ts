import type { TrackingMode } from '#contract/tracking/tracking.ts'
import type { Guarded } from '#domain/alarms/guard.ts'
import { activeMode } from '#domain/tracking/tracking.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { isMissed } from '#server/db/shared/missed.ts'
import { devicesWithGrounds, groundsColumns, groundsOf } from '#server/db/shared/recorded-device.ts'
import { readShownGuards } from './guard/guards.store.ts'

/** An owned device, with what decides about its alarms; `guarded` is null while tracking was never switched on. */
export interface AlarmDevice {
  mode: TrackingMode | null
  /** Its owner has stated that it is stolen, or may be. */
  isMissed: boolean
  guarded: Guarded | null
}

export async function readDevice(queries: Queries, deviceId: string, now: Date): Promise<AlarmDevice | null> {
  const row = await devicesWithGrounds(queries, now)
    .select('tracking_settings.enabled_at')
    .select(groundsColumns)
    .select(isMissed.as('is_missed'))
    .where('devices.id', '=', deviceId)
    .executeTakeFirst()
  if (row === undefined) return null
  const guards =
    row.enabled_at === null ? null : await readShownGuards(queries, new Map([[deviceId, row.enabled_at]]), now)
  return { mode: activeMode(groundsOf(row)), isMissed: row.is_missed, guarded: guards?.get(deviceId) ?? null }
}
