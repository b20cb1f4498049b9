import { sql } from 'kysely'
import type { TrackingMode } from '#contract/tracking.ts'
import type { Database } from '#server/db/database.ts'
import { whileHolding } from '#server/db/locks.ts'
import { endUnlicensedRecording } from '#server/db/unlicensed-recording.ts'

/** A device that is not recorded any more because its licence ended, and whose it is. */
export interface EndedRecording {
  deviceId: string
  deviceName: string
  mode: TrackingMode | null
  endedAt: Date
  email: string
}

export type LicenceEndStore = ReturnType<typeof createLicenceEndStore>

/** What becomes of recordings whose licence ends. */
export function createLicenceEndStore(database: Database) {
  return {
    /** Switches off what is on without a licence. */
    async endRecordings(now: Date): Promise<void> {
      const rows = await database
        .selectFrom('tracking_settings')
        .innerJoin('devices', 'devices.id', 'tracking_settings.device_id')
        .leftJoin('licences', 'licences.id', 'devices.licence_id')
        .select('devices.id')
        .where('tracking_settings.enabled', '=', true)
        .where(sql<boolean>`not coalesce(licences.expires_at > ${now}, false)`)
        .execute()
      // One by one: who takes its reports in waits for no more than one other.
      for (const { id } of rows) {
        await whileHolding(database, { trackers: { ofDevices: [id] } }, (transaction) =>
          endUnlicensedRecording(transaction, [id], now),
        )
      }
    },

    /** Devices whose owners are still to be notified. */
    async pending(): Promise<string[]> {
      const rows = await database
        .selectFrom('tracking_settings')
        .select('device_id')
        .where('licence_end_email_pending', '=', true)
        .execute()
      return rows.map(({ device_id }) => device_id)
    },

    /** The e-mail about it is on its way. */
    async settle(deviceId: string): Promise<void> {
      await database
        .updateTable('tracking_settings')
        .set({ licence_end_email_pending: false })
        .where('device_id', '=', deviceId)
        .execute()
    },

    /** Null where the device is recorded again, or gone. */
    async ended(deviceId: string): Promise<EndedRecording | null> {
      const row = await database
        .selectFrom('tracking_settings')
        .innerJoin('devices', 'devices.id', 'tracking_settings.device_id')
        .innerJoin('users', 'users.id', 'devices.user_id')
        .select(['devices.name', 'tracking_settings.mode', 'tracking_settings.licence_ended_at', 'users.email'])
        .where('devices.id', '=', deviceId)
        .executeTakeFirst()
      if (row === undefined || row.licence_ended_at === null) return null
      const { name, mode, licence_ended_at, email } = row
      return { deviceId, deviceName: name, mode, endedAt: licence_ended_at, email }
    },
  }
}
