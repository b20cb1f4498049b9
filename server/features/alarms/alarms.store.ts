import { sql } from 'kysely'
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { ActivityKind } from '#contract/activity/activity.ts'
import type { Alarm } from '#contract/alarms/alarms.ts'
import type { Guard } from '#domain/alarms/guard.ts'
import type { Night } from '#domain/alarms/overnight.ts'
import type { TrackerSignal } from '#domain/alarms/tracker-signals.ts'
import { retainedSince } from '#domain/history/retention.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { skippingLocked, inTransaction } from '#server/db/transactions/locks.ts'
import { type AlarmDevice, readDevice } from './alarm-device.ts'
import { actingOf, type AnsweredBy, recordActing, theOwner } from './answers/acting.ts'
import { noteAcknowledged } from './answers/acknowledged.ts'
import { stopAnswered, stopChains } from './chain/chains.ts'
import { nightsOf } from './guard/nights.ts'
import { insertAlarms, type NewAlarm, readShownGuards, writeGuards } from './guard/guards.store.ts'
import { alarmRows, noPlace, noPlaceShown, withMessages } from './logged-alarms.ts'

export type AlarmsStore = ReturnType<typeof createAlarmsStore>

/** The log of alarms and what their owners decide about them. */
export function createAlarmsStore(database: Database) {
  return {
    /** Null if no owner has a device with this id. */
    device: (deviceId: string, now: Date) => readDevice(database, deviceId, now),

    /** What is remembered of a user's guarded devices, by device. */
    async guardsOf(userId: string, now: Date): Promise<ReadonlyMap<string, Guard>> {
      const rows = await database
        .selectFrom('devices')
        .innerJoin('tracking_settings', 'tracking_settings.device_id', 'devices.id')
        .select(['devices.id', 'tracking_settings.enabled_at'])
        .where('user_id', '=', userId)
        .where('tracking_settings.enabled', '=', true)
        .execute()
      const enabledAt = new Map(rows.flatMap(({ id, enabled_at: at }) => (at === null ? [] : [[id, at] as const])))
      const guards = await readShownGuards(database, enabledAt, now)
      return new Map([...guards].map(([id, { guard }]) => [id, guard]))
    },

    /** The device's newest alarms since an instant, newest first, without the places of older fixes. */
    async latest(deviceId: string, since: Date): Promise<Alarm[]> {
      const rows = await alarmRows(database)
        .where('device_id', '=', deviceId)
        .where('detected_at', '>=', since)
        .orderBy('detected_at', 'desc')
        .orderBy('id')
        .limit(alarmsLimits.shown)
        .execute()
      return withMessages(database, since, rows)
    },

    /**
     * Changes a device's guard to the result of `choose`, while none of its reports is processed. If `choose` throws,
     * everything stays as it was.
     * @param choose `nights` reads where the device stood overnight.
     * @param kind what the owner's list says of it.
     * @param personId the driver who does it; null: the owner.
     * @returns the present device, or null if there is none, or the driver may not any more.
     */
    changeGuard(
      deviceId: string,
      now: Date,
      choose: (device: AlarmDevice, nights: () => Promise<Night[]>) => Guard | null | Promise<Guard | null>,
      kind?: Extract<ActivityKind, 'alarms-paused' | 'alarms-resumed'>,
      personId: string | null = null,
    ): Promise<AlarmDevice | null> {
      const held = { trackers: { ofDevices: [deviceId] }, devices: [deviceId] }
      return inTransaction(database, held, async (transaction) => {
        const device = await readDevice(transaction, deviceId, now)
        const acting = await actingOf(transaction, deviceId, personId, now)
        if (device === null || acting === null) return null
        const guard = await choose(device, () => nightsOf(transaction, deviceId, now))
        if (guard !== null) {
          await writeGuards(transaction, new Map([[deviceId, guard]]))
          if (kind !== undefined) {
            await recordActing(transaction, acting, deviceId, { owner: kind, driver: 'person-rode' }, now)
          }
          // An owner who pauses knows of the alarms before.
          if (kind === 'alarms-paused') await stopChains(transaction, { deviceId, upTo: now }, now)
        }
        return readDevice(transaction, deviceId, now)
      })
    },

    /**
     * Records that an alarm was seen, by the owner or by a driver; the first time counts. Null if the device has no such alarm, or
     * the driver may not any more.
     */
    acknowledge(deviceId: string, alarmId: string, now: Date, by: AnsweredBy = theOwner): Promise<Alarm | null> {
      return inTransaction(database, { devices: [deviceId] }, async (transaction) => {
        const seen = await transaction
          .selectFrom('alarms')
          .select(['kind', 'detected_at', 'acknowledged_at'])
          .where('id', '=', alarmId)
          .where('device_id', '=', deviceId)
          .executeTakeFirst()
        const acting = await actingOf(transaction, deviceId, by.personId, now)
        if (seen === undefined || acting === null) return null
        if (seen.acknowledged_at === null) {
          const kinds = {
            owner: by.program === null ? null : ('alarm-answered' as const),
            driver: 'person-answered' as const,
          }
          await recordActing(transaction, acting, deviceId, kinds, now, by.program)
        }
        await noteAcknowledged(transaction, alarmId, now)
        const answered = { id: alarmId, deviceId, kind: seen.kind, detectedAt: seen.detected_at }
        await stopAnswered(transaction, answered, 'owner', now)
        const rows = await alarmRows(transaction).where('id', '=', alarmId).execute()
        const [alarm = null] = await withMessages(transaction, retainedSince(now), rows)
        return alarm
      })
    },

    /** Puts an alarm into the log that no report raised; the first test is noted with its device. Null if that is gone. */
    add(alarm: NewAlarm): Promise<Alarm | null> {
      const { deviceId, kind, detectedAt } = alarm
      const held = { trackers: { ofDevices: [deviceId] }, devices: [deviceId] }
      return inTransaction(database, held, async (transaction) => {
        if ((await readDevice(transaction, deviceId, detectedAt)) === null) return null
        await insertAlarms(transaction, [alarm])
        if (kind === 'TEST') await noteTest(transaction, deviceId, detectedAt)
        const row = await alarmRows(transaction).where('id', '=', alarm.id).executeTakeFirstOrThrow()
        const [added = null] = await withMessages(transaction, retainedSince(detectedAt), [row])
        return added
      })
    },

    /**
     * Deletes where a device was, in a range of fix times (both ends inclusive) or altogether. Its tracker is locked, so
     * that an alarm that is being raised is finished before.
     */
    forgetPlaces(deviceId: string, { start, end }: { start: Date | null; end: Date | null }): Promise<void> {
      return inTransaction(database, { trackers: { ofDevices: [deviceId] } }, async (transaction) => {
        await transaction
          .updateTable('alarms')
          .set(noPlace)
          .where('device_id', '=', deviceId)
          .$if(start !== null, (query) => query.where('recorded_at', '>=', start))
          .$if(end !== null, (query) => query.where('recorded_at', '<=', end))
          .execute()
        await transaction
          .updateTable('alarm_links')
          .set(noPlaceShown)
          .where('alarm_id', 'in', transaction.selectFrom('alarms').select('id').where('device_id', '=', deviceId))
          .$if(start !== null, (query) => query.where('recorded_at', '>=', start))
          .$if(end !== null, (query) => query.where('recorded_at', '<=', end))
          .execute()
        await transaction
          .updateTable('alarm_guards')
          .set({ ...noAnchor, known: noStates })
          .where('device_id', '=', deviceId)
          // A more exact fix may have refined the place at any time up to the newest one.
          .$if(start !== null, (query) => query.where(sql<boolean>`greatest(anchor_at, last_fix_at) >= ${start}`))
          .$if(end !== null, (query) => query.where('anchor_at', '<=', end))
          .execute()
        // What the fixes have shown is made of all of them.
        await transaction
          .updateTable('alarm_guards')
          .set(noPast)
          .where('device_id', '=', deviceId)
          .$if(start !== null, (query) => query.where('last_fix_at', '>=', start))
          .execute()
      })
    },

    /**
     * Deletes alarms older than retention, and places of older fixes and of silent devices. What another transaction
     * changes meanwhile is deleted the next time.
     */
    async expire(before: Date): Promise<void> {
      const alarmsOf = (column: 'detected_at' | 'recorded_at') =>
        database.selectFrom('alarms').select('id').where(column, '<', before).modifyEnd(skippingLocked('alarms'))
      const guards = database.selectFrom('alarm_guards').select('device_id').where('last_fix_at', '<', before)
      await database.deleteFrom('alarms').where('id', 'in', alarmsOf('detected_at')).execute()
      await database.updateTable('alarms').set(noPlace).where('id', 'in', alarmsOf('recorded_at')).execute()
      const links = database.selectFrom('alarm_links').select('token_hash').where('recorded_at', '<', before)
      await database
        .updateTable('alarm_links')
        .set(noPlaceShown)
        .where('token_hash', 'in', links.modifyEnd(skippingLocked('alarm_links')))
        .execute()
      await database
        .updateTable('alarm_guards')
        .set(noAnchor)
        .where('device_id', 'in', guards.modifyEnd(skippingLocked('alarm_guards')))
        .execute()
    },
  }
}

/** Made of many positions. */
const noPast = { parked: null, pause_homes: null }
const noAnchor = { anchor_latitude: null, anchor_longitude: null, anchor_accuracy: null, anchor_at: null, ...noPast }
/** Of a history that is deleted, its tracker's states are part. */
const noStates = sql<TrackerSignal[]>`'{}'::text[]`

async function noteTest(queries: Queries, deviceId: string, at: Date): Promise<void> {
  await queries
    .insertInto('alarm_tests')
    .values({ device_id: deviceId, tested_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
