import { sql } from 'kysely'
import type { PastEnds } from '#domain/reception/discard-reason.ts'
import type { ReportingTracker } from '#domain/reception/tracker.ts'
import { activeMode } from '#domain/tracking/tracking.ts'
import { texts } from '#server/db/transactions/array-parameters.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { healthColumns, deviceHealthOf } from '#server/db/shared/device-health.ts'
import { lossColumns, lossOf } from '#server/db/shared/device-loss.ts'
import { devicesWithGrounds, groundsColumns, groundsOf } from '#server/db/shared/recorded-device.ts'
import type { KnownSecret } from './acceptance.ts'

/** A tracker that reports, and what it takes to accept it. */
export interface Tracker extends ReportingTracker, KnownSecret {
  trackerId: string | null
}

/** The secrets of the owned trackers of these names, by name. Holds nobody up. */
export async function findSecrets(queries: Queries, names: readonly string[]): Promise<Map<string, KnownSecret>> {
  const rows = await queries
    .selectFrom('device_inventory')
    .innerJoin('devices', 'devices.imei', 'device_inventory.imei')
    .select(['device_inventory.imei', 'tracker_id', 'secret_hash', 'decryption_secret', 'unproven_protocols'])
    .where(sql<boolean>`device_inventory.imei = any(${names}::text[]) or tracker_id = any(${names}::text[])`)
    .execute()
  return byName(rows.map((row) => ({ imei: row.imei, trackerId: row.tracker_id, ...secretOf(row) })))
}

/**
 * All names of each tracker that has one of these names, by name. Holds nobody up.
 * @param but the IMEIs of those that are left out.
 */
export async function findNames(
  queries: Queries,
  names: readonly string[],
  but: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const { rows } = await sql<{ imei: string; tracker_id: string | null }>`
    select imei, tracker_id from device_inventory
    where imei = any(${texts(names)}::text[]) or tracker_id = any(${texts(names)}::text[])`.execute(queries)
  const trackers = rows.map((row) => ({ imei: row.imei, trackerId: row.tracker_id }))
  const namesOf = ({ imei, trackerId }: (typeof trackers)[number]) => (trackerId === null ? [imei] : [imei, trackerId])
  const found = [...byName(trackers)].filter(([, { imei }]) => !but.includes(imei))
  return new Map(found.map(([name, tracker]) => [name, namesOf(tracker)]))
}

/** The trackers of these IMEIs, by name. */
export async function findTrackers(
  queries: Queries,
  imeis: readonly string[],
  now: Date,
): Promise<Map<string, Tracker>> {
  return byName(await readTrackers(queries, imeis, now))
}

/** By their names: the IMEI, and the tracker id if it is no other's IMEI. */
function byName<Named extends { imei: string; trackerId: string | null }>(
  trackers: readonly Named[],
): Map<string, Named> {
  const byImei = trackers.map((tracker) => [tracker.imei, tracker] as const)
  const byTrackerId = trackers.flatMap((tracker) =>
    tracker.trackerId === null ? [] : [[tracker.trackerId, tracker] as const],
  )
  return new Map([...byTrackerId, ...byImei])
}

function secretOf(row: {
  secret_hash: Buffer | null
  decryption_secret: string | null
  unproven_protocols: string[]
}): KnownSecret {
  return {
    secretHash: row.secret_hash,
    decryptionSecret: row.decryption_secret,
    unprovenProtocols: row.unproven_protocols,
  }
}

async function readTrackers(queries: Queries, imeis: readonly string[], now: Date): Promise<Tracker[]> {
  const rows = await devicesWithGrounds(queries, now)
    .rightJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
    .leftJoin('device_health', 'device_health.device_id', 'devices.id')
    .leftJoin('device_losses', 'device_losses.device_id', 'devices.id')
    .leftJoin('position_ends', 'position_ends.device_id', 'devices.id')
    .select([
      'device_inventory.imei',
      'device_inventory.tracker_id',
      'device_inventory.secret_hash',
      'device_inventory.decryption_secret',
      'device_inventory.unproven_protocols',
      'device_inventory.clock_offset_minutes',
      'device_inventory.clock_correction_minutes',
      'device_inventory.speed_unit',
      'device_inventory.last_active_at',
      'device_inventory.released_at',
      'devices.id as device_id',
      'devices.user_id as owner_id',
      'devices.registered_at',
      'tracking_settings.consent_at',
      'tracking_settings.consent_withdrawn_at',
      'position_ends.deleted_until',
      'tracking_settings.enabled_at',
      ...groundsColumns,
      ...healthColumns,
      ...lossColumns,
    ])
    .where(sql<boolean>`device_inventory.imei = any(${texts(imeis)}::text[])`)
    .execute()
  return rows.map((row) => ({
    imei: row.imei,
    trackerId: row.tracker_id,
    ...secretOf(row),
    clockOffsetMinutes: row.clock_offset_minutes + row.clock_correction_minutes,
    speedUnit: row.speed_unit,
    lastActiveAt: row.last_active_at,
    device:
      row.device_id === null || row.owner_id === null
        ? null
        : {
            id: row.device_id,
            ownerId: row.owner_id,
            mode: activeMode(groundsOf(row)),
            enabledAt: row.enabled_at,
            past: pastOf(row),
            health: deviceHealthOf(row),
            loss: lossOf(row),
          },
  }))
}

function pastOf(row: {
  released_at: Date | null
  registered_at: Date | null
  consent_at: Date | null
  consent_withdrawn_at: Date | null
  deleted_until: Date | null
}): PastEnds {
  return {
    takenOverAt: takenOverAt(row),
    consentRenewedAt: row.consent_withdrawn_at === null ? null : row.consent_at,
    deletedUntil: row.deleted_until,
  }
}

/** Between these instants nobody had the device: its seller may still have driven with its tracker. */
function takenOverAt(row: { released_at: Date | null; registered_at: Date | null }): Date | null {
  const { released_at: released, registered_at: registered } = row
  if (released === null || registered === null) return released
  return registered > released ? registered : released
}
