import { sql } from 'kysely'
import type { LossReason } from '#contract/reception.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { dayMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'

/** What support may know of a tracker: whether it reports, and what becomes of it. Neither where it is, nor whose. */
export interface DeviceForSupport {
  model: string
  importedAt: Date
  hasSecret: boolean
  needsClaimCode: boolean
  lastActiveAt: Date | null
  clockOffsetMinutes: number
  isRegistered: boolean
  registeredAt: Date | null
  licenceEndsAt: Date | null
  trackingEnabled: boolean | null
  mode: TrackingMode | null
  batteryPercent: number | null
  externalPower: boolean | null
  lostAt: Date | null
  lossReason: LossReason | null
  clockAheadMinutes: number | null
  positionsOfADay: number
  lastFixAt: Date | null
}

/** What a tracker may call itself: its IMEI, and the id that it was sold with. */
export async function trackerNames(database: Database, imei: string): Promise<string[]> {
  const row = await database
    .selectFrom('device_inventory')
    .select('tracker_id')
    .where('imei', '=', imei)
    .executeTakeFirst()
  return [imei, ...(row?.tracker_id === null || row === undefined ? [] : [row.tracker_id])]
}

/** Null where nobody has sold such a tracker. */
export async function deviceForSupport(database: Database, imei: string, now: Date): Promise<DeviceForSupport | null> {
  const aDayAgo = new Date(now.getTime() - dayMs)
  const { rows } = await sql<DeviceForSupport>`
    select model, imported_at as "importedAt", secret_hash is not null as "hasSecret",
      claim_code_hash is not null and claim_code_used_at is null as "needsClaimCode",
      last_active_at as "lastActiveAt", clock_offset_minutes + clock_correction_minutes as "clockOffsetMinutes",
      devices.id is not null as "isRegistered", registered_at as "registeredAt", expires_at as "licenceEndsAt",
      enabled as "trackingEnabled", mode, battery_percent as "batteryPercent", external_power as "externalPower",
      lost_at as "lostAt", reason as "lossReason", clock_ahead_minutes as "clockAheadMinutes",
      coalesce(count_positions(devices.id, ${aDayAgo}, 'infinity'), 0) as "positionsOfADay",
      (select recorded_at from newest_position(devices.id, '-infinity', 'infinity')) as "lastFixAt"
    from device_inventory left join devices using (imei) left join licences on licences.id = licence_id
      left join tracking_settings on tracking_settings.device_id = devices.id
      left join device_health on device_health.device_id = devices.id
      left join device_losses on device_losses.device_id = devices.id
    where imei = ${imei}`.execute(database)
  return rows[0] ?? null
}
