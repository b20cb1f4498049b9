import { sql } from 'kysely'
import type { LicenceType } from '#contract/licence-type.ts'
import type { ReminderKind, UnwantableReminder } from '#contract/reminders.ts'
import type { TrackingMode } from '#contract/tracking.ts'
import { activeMode } from '#domain/tracking/tracking.ts'
import { isGuarding } from '#domain/alarms/guard.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { seasonOf } from '#server/db/device-dates.ts'
import { type Due, isDue } from '#server/db/due.ts'
import { skippingHeld, whileHolding } from '#server/db/locks.ts'
import { pushTargetsOf } from '#server/db/push-targets.ts'
import { devicesWithGrounds, groundsColumns, groundsOf } from '#server/db/recorded-device.ts'
import type { VehicleDates } from '#domain/reminders/vehicle-dates.ts'
import type { PushTarget } from '#server/push/pusher.ts'
import { datesOf } from './due-reminders.store.ts'

/** Which reminder it is. */
export interface ReminderKey {
  userId: string
  deviceId: string
  kind: ReminderKind
  occasion: string
}

/** A reminder on its way, with what every one of them says. */
export interface ClaimedReminder extends ReminderKey {
  raisedAt: Date
  /** Sent for the first time: browsers are reminded then and never again. */
  isFirstTry: boolean
}

/** The device as it is now, and where its owner is told. */
export interface RemindedDevice {
  email: string
  deviceName: string
  lastActiveAt: Date | null
  isGuarded: boolean
  mode: TrackingMode | null
  /** Of the licence that it has, or had. */
  licenceType: LicenceType | null
  licenceEndedAt: Date | null
  dates: VehicleDates | null
  browsers: { id: string; target: PushTarget }[]
}

export type RemindersStore = ReturnType<typeof createRemindersStore>

/** Reminders that were raised: they are their own queue, so that no restart and no second process sends one again. */
export function createRemindersStore(database: Database) {
  return {
    /** Claims a reminder that is due, the oldest first; null if none is. */
    async begin(now: Date, due: Due): Promise<ClaimedReminder | null> {
      const { rows } = await sql<ReminderRow>`
        with oldest as materialized (
          select user_id, device_id, kind, occasion, begun_at is null as is_first_try from reminders
          where ${isDue(due, columns)} order by created_at, device_id limit 1 ${skippingHeld('reminders')})
        update reminders set state = 'SENDING', begun_at = ${now}, ended_at = null from oldest
        where reminders.user_id = oldest.user_id and reminders.device_id = oldest.device_id
          and reminders.kind = oldest.kind and reminders.occasion = oldest.occasion
        returning reminders.*, is_first_try`.execute(database)
      const [row] = rows
      if (row === undefined) return null
      const { user_id: userId, device_id: deviceId, kind, occasion } = row
      return { userId, deviceId, kind, occasion, raisedAt: row.created_at, isFirstTry: row.is_first_try }
    },

    /** Null if it belongs to somebody else by now, or its owner does not want to be told. */
    async device({ userId, deviceId, kind, isFirstTry }: ClaimedReminder, now: Date): Promise<RemindedDevice | null> {
      const row = await devicesWithGrounds(database, now)
        .innerJoin('users', 'users.id', 'devices.user_id')
        .innerJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
        .select(['users.email', 'devices.name', 'device_inventory.last_active_at', 'licence_ended_at'])
        .leftJoin('licences as last_licence', 'last_licence.id', 'devices.licence_id')
        .select('last_licence.licence_type as last_licence_type')
        .select(['season_from', 'season_to', 'inspection_due', 'dates_noted_at'])
        .select(groundsColumns)
        .select(
          sql<boolean>`exists (
            select from unwanted_reminders
            where unwanted_reminders.user_id = users.id and unwanted_reminders.kind = ${kind})`.as('is_unwanted'),
        )
        .where('devices.id', '=', deviceId)
        .where('users.id', '=', userId)
        .executeTakeFirst()
      if (row === undefined || row.is_unwanted) return null
      return {
        email: row.email,
        deviceName: row.name,
        lastActiveAt: row.last_active_at,
        isGuarded: isGuarding(activeMode(groundsOf(row))),
        mode: row.mode,
        licenceType: row.last_licence_type,
        licenceEndedAt: row.licence_ended_at,
        dates: datesOf({ ...row, season: seasonOf(row) }),
        browsers: isFirstTry ? await pushTargetsOf(database, userId, now) : [],
      }
    },

    /** It has become untrue, or is not wanted any more. */
    async drop(key: ReminderKey): Promise<void> {
      await database.deleteFrom('reminders').where(isKey(key)).execute()
    },

    /** Notes that its e-mail is still being sent. */
    async renew(key: ReminderKey, now: Date): Promise<void> {
      await database
        .updateTable('reminders')
        .set({ begun_at: now })
        .where(isKey(key))
        .where('state', '=', 'SENDING')
        .execute()
    },

    async end(key: ReminderKey, state: 'SENT' | 'QUEUED' | 'FAILED', now: Date): Promise<void> {
      await database.updateTable('reminders').set({ state, ended_at: now }).where(isKey(key)).execute()
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
      return whileHolding(database, { accounts: [userId] }, (transaction) => replace(transaction, userId, kinds, now))
    },
  }
}

interface ReminderRow {
  user_id: string
  device_id: string
  kind: ReminderKind
  occasion: string
  created_at: Date
  is_first_try: boolean
}

const columns = { state: 'state', begunAt: 'begun_at' }

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
