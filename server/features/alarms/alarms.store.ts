import { sql } from 'kysely'
import type { Alarm } from '#contract/alarms.ts'
import { limits } from '#contract/limits.ts'
import type { TrackingMode } from '#contract/tracking.ts'
import type { Guard } from '#domain/alarms.ts'
import { activeMode, retainedSince } from '#domain/tracking.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { skippingHeld, whileHolding } from '#server/db/locks.ts'
import { type Guarded, insertAlarms, type NewAlarm, readGuards, writeGuards } from './guards.store.ts'

export type AlarmsStore = ReturnType<typeof createAlarmsStore>

/** A device somebody owns, with what decides about its alarms; `guarded` is null in the demo world and while it is off. */
export interface AlarmDevice {
  userId: string
  mode: TrackingMode | null
  guarded: Guarded | null
}

/** The log of alarms and what their owners decide about them. */
export function createAlarmsStore(database: Database) {
  return {
    /** Null where nobody owns a device of this id. */
    device: (deviceId: string, now: Date) => readDevice(database, deviceId, now),

    /** The device's newest alarms since an instant, the newest first, without the places of fixes that are older. */
    async latest(deviceId: string, since: Date): Promise<Alarm[]> {
      const rows = await alarmRows(database)
        .where('device_id', '=', deviceId)
        .where('detected_at', '>=', since)
        .orderBy('detected_at', 'desc')
        .orderBy('id')
        .limit(limits.alarms.shown)
        .execute()
      return withPushes(database, since, rows)
    },

    /**
     * Changes a device's guard to what `choose` makes of it, while none of its reports is taken in. A refusal that `choose`
     * throws leaves all as it was.
     * @returns the device as it is now, or null where there is none.
     */
    changeGuard(
      deviceId: string,
      now: Date,
      choose: (device: AlarmDevice) => Guard | null,
    ): Promise<AlarmDevice | null> {
      return whileHolding(database, { trackers: { ofDevices: [deviceId] } }, async (transaction) => {
        const device = await readDevice(transaction, deviceId, now)
        if (device === null) return null
        const guard = choose(device)
        if (guard !== null) await writeGuards(transaction, new Map([[deviceId, guard]]))
        return readDevice(transaction, deviceId, now)
      })
    },

    /** Notes that an alarm was seen; the first time counts. Null where the device has no such alarm. */
    async acknowledge(deviceId: string, alarmId: string, now: Date): Promise<Alarm | null> {
      await database
        .updateTable('alarms')
        .set({ acknowledged_at: now })
        .where('id', '=', alarmId)
        .where('device_id', '=', deviceId)
        .where('acknowledged_at', 'is', null)
        .execute()
      const row = await alarmRows(database)
        .where('id', '=', alarmId)
        .where('device_id', '=', deviceId)
        .executeTakeFirst()
      const [alarm = null] = await withPushes(database, retainedSince(now), row === undefined ? [] : [row])
      return alarm
    },

    /** Puts an alarm into the log that no report raised. Null where its device is gone. */
    add(alarm: NewAlarm): Promise<Alarm | null> {
      return whileHolding(database, { trackers: { ofDevices: [alarm.deviceId] } }, async (transaction) => {
        if ((await readDevice(transaction, alarm.deviceId, alarm.detectedAt)) === null) return null
        await insertAlarms(transaction, [alarm])
        const row = await alarmRows(transaction).where('id', '=', alarm.id).executeTakeFirstOrThrow()
        return alarmOf(row, await pushRows(transaction, [row.id]))
      })
    },

    /**
     * Forgets where a device was, in a range of fix times (both ends inclusive) or altogether. Its tracker is held, so that
     * an alarm that is being raised is over before.
     */
    forgetPlaces(deviceId: string, { start, end }: { start: Date | null; end: Date | null }): Promise<void> {
      return whileHolding(database, { trackers: { ofDevices: [deviceId] } }, async (transaction) => {
        await transaction
          .updateTable('alarms')
          .set(noPlace)
          .where('device_id', '=', deviceId)
          .$if(start !== null, (query) => query.where('recorded_at', '>=', start))
          .$if(end !== null, (query) => query.where('recorded_at', '<=', end))
          .execute()
        await transaction
          .updateTable('alarm_guards')
          .set(noAnchor)
          .where('device_id', '=', deviceId)
          // A more exact fix may have refined the place at any time up to the newest one.
          .$if(start !== null, (query) => query.where(sql<boolean>`greatest(anchor_at, last_fix_at) >= ${start}`))
          .$if(end !== null, (query) => query.where('anchor_at', '<=', end))
          .execute()
      })
    },

    /**
     * Deletes alarms older than positions are kept, and forgets places of older fixes, and where silent devices stood; what
     * somebody else changes just now the next time.
     */
    async expire(before: Date): Promise<void> {
      const alarmsOf = (column: 'detected_at' | 'recorded_at') =>
        database.selectFrom('alarms').select('id').where(column, '<', before).modifyEnd(skippingHeld('alarms'))
      const guards = database.selectFrom('alarm_guards').select('device_id').where('last_fix_at', '<', before)
      await database.deleteFrom('alarms').where('id', 'in', alarmsOf('detected_at')).execute()
      await database.updateTable('alarms').set(noPlace).where('id', 'in', alarmsOf('recorded_at')).execute()
      await database
        .updateTable('alarm_guards')
        .set(noAnchor)
        .where('device_id', 'in', guards.modifyEnd(skippingHeld('alarm_guards')))
        .execute()
    },
  }
}

const noPlace = { latitude: null, longitude: null, accuracy: null, recorded_at: null }
const noAnchor = { anchor_latitude: null, anchor_longitude: null, anchor_accuracy: null, anchor_at: null }

async function readDevice(queries: Queries, deviceId: string, now: Date): Promise<AlarmDevice | null> {
  const row = await queries
    .selectFrom('devices')
    .leftJoin('tracking_settings', 'tracking_settings.device_id', 'devices.id')
    .leftJoin('licences', (join) =>
      join.onRef('licences.id', '=', 'devices.licence_id').on('licences.expires_at', '>', now),
    )
    .select(['devices.user_id', 'enabled', 'mode', 'consent_given', 'enabled_at', 'licences.id as licence_id'])
    .where('devices.id', '=', deviceId)
    .executeTakeFirst()
  if (row === undefined) return null
  const mode = activeMode({
    enabled: row.enabled === true,
    mode: row.mode,
    consentGiven: row.consent_given === true,
    licensed: row.licence_id !== null,
  })
  const guards = row.enabled_at === null ? null : await readGuards(queries, new Map([[deviceId, row.enabled_at]]), now)
  return { userId: row.user_id, mode, guarded: guards?.get(deviceId) ?? null }
}

function alarmRows(queries: Queries) {
  return queries.selectFrom('alarms').selectAll()
}

type AlarmRow = Awaited<ReturnType<ReturnType<typeof alarmRows>['executeTakeFirstOrThrow']>>

function pushRows(queries: Queries, alarmIds: readonly string[]) {
  return queries
    .selectFrom('alarm_pushes')
    .selectAll()
    .where(sql<boolean>`alarm_id = any(${alarmIds}::text[])`)
    .orderBy('subscription_id')
    .execute()
}

/** Without the place of a fix that is older than `since`: it came late, and is kept no longer than any other. */
async function withPushes(queries: Queries, since: Date, rows: readonly AlarmRow[]): Promise<Alarm[]> {
  const ids = rows.map(({ id }) => id)
  const pushes = Map.groupBy(await pushRows(queries, ids), (push) => push.alarm_id)
  return rows.map((row) => {
    const isOver = row.recorded_at !== null && row.recorded_at < since
    return alarmOf(isOver ? { ...row, ...noPlace } : row, pushes.get(row.id) ?? [])
  })
}

function alarmOf(row: AlarmRow, pushes: Awaited<ReturnType<typeof pushRows>>): Alarm {
  const { latitude, longitude, accuracy, recorded_at: recordedAt } = row
  const hasPlace = latitude !== null && longitude !== null && recordedAt !== null
  return {
    id: row.id,
    kind: row.kind,
    detectedAt: row.detected_at.toISOString(),
    place: hasPlace ? { latitude, longitude, accuracy, recordedAt: recordedAt.toISOString() } : null,
    numberToday: row.number_today,
    letter: {
      state: row.letter,
      begunAt: row.letter_begun_at?.toISOString() ?? null,
      endedAt: row.letter_ended_at?.toISOString() ?? null,
      reportedAt: row.letter_reported_at?.toISOString() ?? null,
    },
    pushes: pushes.map((push) => ({
      state: push.state,
      begunAt: push.begun_at?.toISOString() ?? null,
      endedAt: push.ended_at?.toISOString() ?? null,
    })),
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
  }
}
