import { sql } from 'kysely'
import type { Device, DeviceChange } from '#contract/devices/devices.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import { texts } from '#server/db/transactions/array-parameters.ts'
import type { Database } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { isVehicleMissed } from '#server/db/shared/missed.ts'
import { isOwned } from '#server/db/shared/owned-device.ts'
import { leavePositions, positionRemovals } from '#server/db/positions/position-removals.ts'
import { noteRelease } from '#server/db/shared/tracker-life.ts'
import type { Tables } from '#server/registers.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { columnsOf, deviceOf, readDevices } from './device-rows.ts'

export type DevicesStore = ReturnType<typeof createDevicesStore>

/** The devices that users have registered. */
export function createDevicesStore(database: Database, queue: Queue) {
  return {
    /** In their owner's own order, and those without a place in it last, by registration. */
    async list(userId: string, now: Date): Promise<Device[]> {
      const rows = await readDevices(database, now, (all) =>
        all
          .where('devices.user_id', '=', userId)
          .orderBy('place_in_order')
          .orderBy('registered_at')
          .orderBy('devices.id')
          .execute(),
      )
      return rows.map(deviceOf)
    },

    /** Null if it is not registered, or not any more. */
    async find(id: string, now: Date): Promise<Device | null> {
      const row = await readDevices(database, now, (all) => all.where('devices.id', '=', id).executeTakeFirst())
      return row === undefined ? null : deviceOf(row)
    },

    /** The address of a device's owner, and the device's name; null if it was removed meanwhile. */
    async recipientOf(id: string): Promise<{ email: string; deviceName: string } | null> {
      const row = await database
        .selectFrom('devices')
        .innerJoin('users', 'users.id', 'devices.user_id')
        .select(['users.email', 'devices.name'])
        .where('devices.id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : { email: row.email, deviceName: row.name }
    },

    /** Columns of what is absent stay as they were: Kysely leaves out what is undefined. */
    async change(id: string, change: DeviceChange, now: Date): Promise<void> {
      const dates = datesOf(change)
      await database
        .updateTable('devices')
        .set({
          ...columnsOf(change),
          ...dates,
          ...(Object.keys(dates).length > 0 && { dates_noted_at: notedAt(dates, now) }),
        })
        .where('id', '=', id)
        .execute()
    },

    /** Those of the user's that are not named come last. False where one is not the user's, or not any more: nothing is changed. */
    async putInOrder(userId: string, deviceIds: readonly string[]): Promise<boolean> {
      const rows = await database.selectFrom('devices').select('id').where('user_id', '=', userId).execute()
      return inTransaction(database, { devices: rows.map(({ id }) => id) }, async (transaction) => {
        const held = await transaction.selectFrom('devices').select('id').where('user_id', '=', userId).execute()
        const own = held.map(({ id }) => id).filter((id) => rows.some((row) => row.id === id))
        if (!deviceIds.every((id) => own.includes(id))) return false
        await transaction
          .updateTable('devices')
          .set({ place_in_order: sql<number | null>`array_position(${texts(deviceIds)}::text[], id)` })
          .where('id', 'in', own)
          .execute()
        return true
      })
    },

    /**
     * Erases a user's device with its settings; its licence and its IMEI are free again. Its positions, which nobody can
     * reach any more, are deleted right afterwards in portions: reports of others do not wait for them.
     * `gone`: the user does not have it any more. `missed`: they have stated that it is stolen, or may be: what it reports is
     * of the case.
     */
    remove({ id, userId, now }: { id: string; userId: string; now: Date }): Promise<'removed' | 'gone' | 'missed'> {
      const held = { trackers: { ofDevices: [id] }, devices: [id], alarms: { ofDevices: [id] } }
      return inTransaction(database, held, async (transaction) => {
        if (!(await isOwned(transaction, id, userId))) return 'gone'
        if (await isVehicleMissed(transaction, id)) return 'missed'
        await recordActivity(transaction, { userId, deviceId: id, actor: 'owner', kind: 'device-removed', at: now })
        await noteRelease(transaction, id, now)
        await transaction.deleteFrom('devices').where('id', '=', id).execute()
        await leavePositions(transaction, [id])
        await queue.enqueue(transaction, positionRemovals, {})
        return 'removed'
      })
    },
  }
}

type DateColumns = Partial<Pick<Tables['devices'], 'season_from' | 'season_to' | 'inspection_due'>>

/** Only the dates that are named. */
function datesOf({ season, inspectionDue }: DeviceChange): DateColumns {
  return {
    ...(season !== undefined && { season_from: season?.fromMonth ?? null, season_to: season?.toMonth ?? null }),
    ...(inspectionDue !== undefined && { inspection_due: inspectionDue }),
  }
}

/** Now, if one of the dates changes; otherwise as it was. */
function notedAt(dates: DateColumns, now: Date) {
  const isOther = Object.entries(dates).map(([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`)
  return sql<Date | null>`case when ${sql.join(isOther, sql` or `)} then ${now}::timestamptz else dates_noted_at end`
}
