import { sql } from 'kysely'
import type { TrackingMode } from '#contract/tracking.ts'
import type { TrackingGrounds } from '#domain/tracking.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { whileHolding } from '#server/db/locks.ts'

/** A device somebody owns, with everything that decides whether it is recorded. */
export interface OwnedDevice {
  id: string
  userId: string
  imei: string
  name: string
  tracking: TrackingGrounds
  consentAt: Date | null
  /** Since when it is not recorded for want of a licence, until that is switched on again. */
  licenceEndedAt: Date | null
}

/** What the owner chose. */
export interface TrackingChoice {
  enabled: boolean
  mode: TrackingMode | null
  consentGiven: boolean
  consentAt: Date | null
}

export type TrackingStore = ReturnType<typeof createTrackingStore>

/** The tracking settings of devices, and whose they are. */
export function createTrackingStore(database: Database) {
  return {
    /** Null where nobody owns a device of this id. */
    ownedDevice: (deviceId: string, now: Date) => read(database, deviceId, now),

    /**
     * Changes a device's settings to what `choose` makes of them, while nobody else changes them and no report of the
     * device is taken in: after a "no" nothing more is stored. A refusal that `choose` throws leaves all as it was.
     * @returns the device as it is now, or null where there is none.
     */
    change(deviceId: string, now: Date, choose: (device: OwnedDevice) => TrackingChoice): Promise<OwnedDevice | null> {
      return whileHolding(database, { trackers: { ofDevices: [deviceId] } }, async (transaction) => {
        const device = await read(transaction, deviceId, now)
        if (device === null) return null
        await write(transaction, deviceId, choose(device), now)
        return read(transaction, deviceId, now)
      })
    },

    /** Remembers that a device's positions up to a fix time are deleted: what a replay tells of them is not stored. */
    async noteDeletion(deviceId: string, until: Date): Promise<void> {
      await whileHolding(database, { trackers: { ofDevices: [deviceId] } }, async (transaction) => {
        await transaction
          .updateTable('tracking_settings')
          .set({ positions_deleted_until: sql`greatest(positions_deleted_until, ${until})` })
          .where('device_id', '=', deviceId)
          .execute()
      })
    },
  }
}

async function write(queries: Queries, deviceId: string, choice: TrackingChoice, now: Date): Promise<void> {
  const settings = {
    enabled: choice.enabled,
    mode: choice.mode,
    consent_given: choice.consentGiven,
    consent_at: choice.consentAt,
  }
  await queries
    .insertInto('tracking_settings')
    .values({ device_id: deviceId, ...settings, enabled_at: choice.enabled ? now : null })
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet({
        ...settings,
        consent_withdrawn_at: sql`case when tracking_settings.consent_given and not excluded.consent_given
          then ${now} else tracking_settings.consent_withdrawn_at end`,
        licence_ended_at: sql`case when excluded.consent_given and not excluded.enabled
          then tracking_settings.licence_ended_at end`,
        // Going on is no new start.
        enabled_at: choice.enabled ? sql`coalesce(tracking_settings.enabled_at, excluded.enabled_at)` : null,
      }),
    )
    .execute()
}

async function read(queries: Queries, deviceId: string, now: Date): Promise<OwnedDevice | null> {
  const row = await queries
    .selectFrom('devices')
    .leftJoin('tracking_settings', 'tracking_settings.device_id', 'devices.id')
    .leftJoin('licences', (join) =>
      join.onRef('licences.id', '=', 'devices.licence_id').on('licences.expires_at', '>', now),
    )
    .select([
      'devices.id',
      'devices.user_id',
      'devices.imei',
      'devices.name',
      'tracking_settings.enabled',
      'tracking_settings.mode',
      'tracking_settings.consent_given',
      'tracking_settings.consent_at',
      'tracking_settings.licence_ended_at',
      'licences.id as licence_id',
    ])
    .where('devices.id', '=', deviceId)
    .executeTakeFirst()
  if (row === undefined) return null
  const tracking = {
    enabled: row.enabled === true,
    mode: row.mode,
    consentGiven: row.consent_given === true,
    licensed: row.licence_id !== null,
  }
  return {
    id: row.id,
    userId: row.user_id,
    imei: row.imei,
    name: row.name,
    tracking,
    consentAt: row.consent_at,
    licenceEndedAt: row.licence_ended_at,
  }
}
