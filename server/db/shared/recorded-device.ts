import type { TrackingMode } from '#contract/tracking/tracking.ts'
import type { TrackingGrounds } from '#domain/tracking/tracking.ts'
import type { Queries } from '#server/db/connection/database.ts'
import type { Tables } from '#server/registers.ts'
import type { Joined } from '#server/db/schema/register.ts'

/**
 * Devices, each with its owner's settings and its valid licence: all that decides whether the device is recorded. Both are
 * left joins, so a device without settings or without a valid licence is included.
 */
export function devicesWithGrounds(queries: Queries, now: Date) {
  return queries
    .selectFrom('devices')
    .leftJoin('tracking_settings', 'tracking_settings.device_id', 'devices.id')
    .leftJoin('licences', (join) =>
      join.onRef('licences.id', '=', 'devices.licence_id').on('licences.expires_at', '>', now),
    )
}

/** The columns that `groundsOf` reads. */
export const groundsColumns = [
  'tracking_settings.enabled',
  'tracking_settings.mode',
  'tracking_settings.consent_given',
  'licences.id as valid_licence_id',
] as const

type GroundsColumns = Joined<Pick<Tables['tracking_settings'], 'enabled' | 'mode' | 'consent_given'>> & {
  valid_licence_id: string | null
}

/** What decides whether a row's device is recorded; `activeMode` decides. */
export function groundsOf(row: GroundsColumns): TrackingGrounds {
  return {
    enabled: row.enabled === true,
    mode: row.mode,
    consentGiven: row.consent_given === true,
    licensed: row.valid_licence_id !== null,
  }
}

/** Only the devices that are recorded in one of these modes: the rule of `activeMode` in SQL. */
export function recordedDevices(queries: Queries, now: Date, modes: readonly TrackingMode[]) {
  return devicesWithGrounds(queries, now)
    .where('tracking_settings.enabled', '=', true)
    .where('tracking_settings.consent_given', '=', true)
    .where('tracking_settings.mode', 'in', modes)
    .where('licences.id', 'is not', null)
}

/** Devices that their owners switched on and that have no valid licence any more. */
export function unlicensedDevices(queries: Queries, now: Date) {
  return devicesWithGrounds(queries, now).where('tracking_settings.enabled', '=', true).where('licences.id', 'is', null)
}
