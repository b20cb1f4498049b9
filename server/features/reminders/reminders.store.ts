import { sql } from 'kysely'
import type { LicenceType } from '#contract/licences/licence-type.ts'
import type { ReminderKind } from '#contract/reminders/reminders.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { activeMode } from '#domain/tracking/tracking.ts'
import { isGuarding } from '#domain/alarms/guard.ts'
import type { Database } from '#server/db/connection/database.ts'
import { seasonOf } from '#server/db/shared/device-dates.ts'
import { devicesWithGrounds, groundsColumns, groundsOf } from '#server/db/shared/recorded-device.ts'
import type { VehicleDates } from '#domain/reminders/vehicle-dates.ts'
import { datesOf } from './due-reminders.store.ts'

/** Which reminder it is. */
export interface ReminderKey {
  userId: string
  deviceId: string
  kind: ReminderKind
  occasion: string
}

/** The device as it is now. */
export interface RemindedDevice {
  deviceName: string
  lastActiveAt: Date | null
  isGuarded: boolean
  mode: TrackingMode | null
  /** Of the licence that it has, or had. */
  licenceType: LicenceType | null
  licenceEndedAt: Date | null
  dates: VehicleDates | null
}

export type RemindersStore = ReturnType<typeof createRemindersStore>

/** What was raised to be told about devices. */
export function createRemindersStore(database: Database) {
  return {
    /** Null if it belongs to somebody else by now. */
    async device({ userId, deviceId }: ReminderKey, now: Date): Promise<RemindedDevice | null> {
      const row = await devicesWithGrounds(database, now)
        .innerJoin('users', 'users.id', 'devices.user_id')
        .innerJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
        .select(['devices.name', 'device_inventory.last_active_at', 'licence_ended_at'])
        .leftJoin('licences as last_licence', 'last_licence.id', 'devices.licence_id')
        .select('last_licence.licence_type as last_licence_type')
        .select(['season_from', 'season_to', 'inspection_due', 'dates_noted_at'])
        .select(groundsColumns)
        .where('devices.id', '=', deviceId)
        .where('users.id', '=', userId)
        .executeTakeFirst()
      if (row === undefined) return null
      return {
        deviceName: row.name,
        lastActiveAt: row.last_active_at,
        isGuarded: isGuarding(activeMode(groundsOf(row))),
        mode: row.mode,
        licenceType: row.last_licence_type,
        licenceEndedAt: row.licence_ended_at,
        dates: datesOf({ ...row, season: seasonOf(row) }),
      }
    },

    /** It has become untrue: it may be raised again. */
    async drop(key: ReminderKey): Promise<void> {
      await database.deleteFrom('reminders').where(isKey(key)).execute()
    },
  }
}

const isKey = ({ userId, deviceId, kind, occasion }: ReminderKey) =>
  sql<boolean>`user_id = ${userId} and device_id = ${deviceId} and kind = ${kind} and occasion = ${occasion}`
