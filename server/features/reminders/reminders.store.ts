import { sql } from 'kysely'
import type { LicenceType } from '#contract/licences/licence-type.ts'
import type { ReminderKind, UnwantableReminder } from '#contract/reminders/reminders.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { activeMode } from '#domain/tracking/tracking.ts'
import { isGuarding } from '#domain/alarms/guard.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { seasonOf } from '#server/db/shared/device-dates.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { isTold } from '#server/db/shared/reminders.ts'
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

/** What was raised to be told about devices, and which kinds owners do not want. */
export function createRemindersStore(database: Database) {
  return {
    /** Null if it belongs to somebody else by now, or its owner does not want to be told. */
    async device({ userId, deviceId, kind }: ReminderKey, now: Date): Promise<RemindedDevice | null> {
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
        .where(isTold(kind, 'users.id'))
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

    /** It has become untrue, or is not wanted any more: it may be raised again. */
    async drop(key: ReminderKey): Promise<void> {
      await database.deleteFrom('reminders').where(isKey(key)).execute()
    },

    async unwanted(userId: string): Promise<UnwantableReminder[]> {
      const rows = await database
        .selectFrom('unwanted_reminders')
        .select('kind')
        .where('user_id', '=', userId)
        .orderBy('kind')
        .execute()
      return rows.map(({ kind }) => kind)
    },

    changeUnwanted(userId: string, kinds: readonly UnwantableReminder[], now: Date): Promise<void> {
      return inTransaction(database, { accounts: [userId] }, (transaction) => replace(transaction, userId, kinds, now))
    },
  }
}

const isKey = ({ userId, deviceId, kind, occasion }: ReminderKey) =>
  sql<boolean>`user_id = ${userId} and device_id = ${deviceId} and kind = ${kind} and occasion = ${occasion}`

async function replace(queries: Queries, userId: string, kinds: readonly UnwantableReminder[], now: Date) {
  await sql`
    delete from unwanted_reminders where user_id = ${userId} and not (kind = any(${kinds}::text[]))`.execute(queries)
  await sql`
    insert into unwanted_reminders (user_id, kind, since)
    select users.id, wanted.kind, ${now} from users, unnest(${kinds}::text[]) as wanted (kind)
    where users.id = ${userId}
    on conflict do nothing`.execute(queries)
}
