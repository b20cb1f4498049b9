import { sql } from 'kysely'
import * as z from 'zod'
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { ActivityKind } from '#contract/activity/activity.ts'
import { type Alarm, emailStates, hopChannels, hopStates, pushStates } from '#contract/alarms/alarms.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import type { Guard, Guarded } from '#domain/alarms/guard.ts'
import type { Night } from '#domain/alarms/overnight.ts'
import type { TrackerSignal } from '#domain/alarms/tracker-signals.ts'
import { retainedSince } from '#domain/history/retention.ts'
import { activeMode } from '#domain/tracking/tracking.ts'
import { recordForOwner } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { skippingHeld, whileHolding } from '#server/db/transactions/locks.ts'
import { devicesWithGrounds, groundsColumns, groundsOf } from '#server/db/shared/recorded-device.ts'
import { noteAcknowledged } from './answers/acknowledged.ts'
import { alarmMessage, isHop } from './emails/alarm-messages.ts'
import { stopAnswered, stopChains } from './chain/chains.ts'
import { isMissed } from '#server/db/shared/missed.ts'
import { nightsOf } from './guard/nights.ts'
import { insertAlarms, type NewAlarm, readShownGuards, writeGuards } from './guard/guards.store.ts'

export type AlarmsStore = ReturnType<typeof createAlarmsStore>

/** An owned device, with what decides about its alarms; `guarded` is null while tracking was never switched on. */
export interface AlarmDevice {
  mode: TrackingMode | null
  /** Its owner has stated that it is stolen, or may be. */
  isMissed: boolean
  guarded: Guarded | null
}

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
     * @returns the present device, or null if there is none.
     */
    changeGuard(
      deviceId: string,
      now: Date,
      choose: (device: AlarmDevice, nights: () => Promise<Night[]>) => Guard | null | Promise<Guard | null>,
      kind?: Extract<ActivityKind, 'alarms-paused' | 'alarms-resumed'>,
    ): Promise<AlarmDevice | null> {
      const held = { trackers: { ofDevices: [deviceId] }, devices: [deviceId] }
      return whileHolding(database, held, async (transaction) => {
        const device = await readDevice(transaction, deviceId, now)
        if (device === null) return null
        const guard = await choose(device, () => nightsOf(transaction, deviceId, now))
        if (guard !== null) {
          await writeGuards(transaction, new Map([[deviceId, guard]]))
          if (kind !== undefined) await recordForOwner(transaction, { deviceId, actor: 'owner', kind, at: now })
          // An owner who pauses knows of the alarms before.
          if (kind === 'alarms-paused') await stopChains(transaction, { deviceId, upTo: now }, now)
        }
        return readDevice(transaction, deviceId, now)
      })
    },

    /** Records that an alarm was seen; the first time counts. Null if the device has no such alarm. */
    acknowledge(deviceId: string, alarmId: string, now: Date): Promise<Alarm | null> {
      return whileHolding(database, { devices: [deviceId] }, async (transaction) => {
        const seen = await transaction
          .selectFrom('alarms')
          .select(['kind', 'detected_at'])
          .where('id', '=', alarmId)
          .where('device_id', '=', deviceId)
          .executeTakeFirst()
        if (seen === undefined) return null
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
      return whileHolding(database, held, async (transaction) => {
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
      return whileHolding(database, { trackers: { ofDevices: [deviceId] } }, async (transaction) => {
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
        database.selectFrom('alarms').select('id').where(column, '<', before).modifyEnd(skippingHeld('alarms'))
      const guards = database.selectFrom('alarm_guards').select('device_id').where('last_fix_at', '<', before)
      await database.deleteFrom('alarms').where('id', 'in', alarmsOf('detected_at')).execute()
      await database.updateTable('alarms').set(noPlace).where('id', 'in', alarmsOf('recorded_at')).execute()
      const links = database.selectFrom('alarm_links').select('token_hash').where('recorded_at', '<', before)
      await database
        .updateTable('alarm_links')
        .set(noPlaceShown)
        .where('token_hash', 'in', links.modifyEnd(skippingHeld('alarm_links')))
        .execute()
      await database
        .updateTable('alarm_guards')
        .set(noAnchor)
        .where('device_id', 'in', guards.modifyEnd(skippingHeld('alarm_guards')))
        .execute()
    },
  }
}

/** Made of many positions. */
const noPast = { parked: null, pause_homes: null }
const noPlaceShown = { latitude: null, longitude: null, accuracy: null, recorded_at: null }
const noPlace = { ...noPlaceShown, began_at: null }
const noAnchor = { anchor_latitude: null, anchor_longitude: null, anchor_accuracy: null, anchor_at: null, ...noPast }
/** Of a history that is deleted, its tracker's states are part. */
const noStates = sql<TrackerSignal[]>`'{}'::text[]`

export async function readDevice(queries: Queries, deviceId: string, now: Date): Promise<AlarmDevice | null> {
  const row = await devicesWithGrounds(queries, now)
    .select('tracking_settings.enabled_at')
    .select(groundsColumns)
    .select(isMissed.as('is_missed'))
    .where('devices.id', '=', deviceId)
    .executeTakeFirst()
  if (row === undefined) return null
  const guards =
    row.enabled_at === null ? null : await readShownGuards(queries, new Map([[deviceId, row.enabled_at]]), now)
  return { mode: activeMode(groundsOf(row)), isMissed: row.is_missed, guarded: guards?.get(deviceId) ?? null }
}

async function noteTest(queries: Queries, deviceId: string, at: Date): Promise<void> {
  await queries
    .insertInto('alarm_tests')
    .values({ device_id: deviceId, tested_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function alarmRows(queries: Queries) {
  return queries.selectFrom('alarms').selectAll()
}

type AlarmRow = Awaited<ReturnType<ReturnType<typeof alarmRows>['executeTakeFirstOrThrow']>>

/** Their e-mail and push messages to the owner. */
function messageRows(queries: Queries, alarmIds: readonly string[]) {
  return queries
    .selectFrom('messages')
    .select(['alarm_id', 'channel', 'state', 'due_at', 'begun_at', 'ended_at', 'reported_at'])
    .where('kind', '=', alarmMessage.name)
    .where(sql<boolean>`alarm_id = any(${alarmIds}::text[])`)
    .orderBy('recipient')
    .execute()
}

/** With the addresses of contacts that have not left. */
function hopRows(queries: Queries, alarmIds: readonly string[]) {
  return queries
    .selectFrom('messages')
    .leftJoin('emergency_contacts', 'emergency_contacts.id', 'messages.recipient')
    .select(['alarm_id', 'number', 'channel', 'due_at', 'state', 'tries', 'ended_at', 'reported_at', 'answered_at'])
    .select('emergency_contacts.email')
    .where(isHop)
    .where(sql<boolean>`alarm_id = any(${alarmIds}::text[])`)
    .orderBy('number')
    .orderBy('channel')
    .execute()
}

/**
 * Alarms with their messages, without the place of a fix older than `since`: it came late, and is kept no longer than any
 * other.
 */
async function withMessages(queries: Queries, since: Date, rows: readonly AlarmRow[]): Promise<Alarm[]> {
  const ids = rows.map(({ id }) => id)
  const messages = Map.groupBy(await messageRows(queries, ids), (message) => message.alarm_id)
  const hops = Map.groupBy(await hopRows(queries, ids), (hop) => hop.alarm_id)
  return rows.map((row) => {
    const isOver = row.recorded_at !== null && row.recorded_at < since
    return alarmOf(isOver ? { ...row, ...noPlace } : row, messages.get(row.id) ?? [], hops.get(row.id) ?? [])
  })
}

const emailState = z.enum(emailStates)
const hopState = z.enum(hopStates)
const hopChannel = z.enum(hopChannels)
const pushState = z.enum(pushStates)
type MessageRow = Awaited<ReturnType<typeof messageRows>>[number]
type HopRow = Awaited<ReturnType<typeof hopRows>>[number]

function alarmOf(row: AlarmRow, messages: readonly MessageRow[], hops: readonly HopRow[]): Alarm {
  const { latitude, longitude, accuracy, recorded_at: recordedAt } = row
  const hasPlace = latitude !== null && longitude !== null && recordedAt !== null
  return {
    id: row.id,
    kind: row.kind,
    detectedAt: row.detected_at.toISOString(),
    place: hasPlace ? { latitude, longitude, accuracy, recordedAt: recordedAt.toISOString() } : null,
    numberToday: row.number_today,
    evidence: row.evidence,
    letter: letterOf(
      row,
      messages.find(({ channel }) => channel === 'EMAIL'),
    ),
    pushes: messages.flatMap((push) =>
      push.channel === 'PUSH'
        ? [
            {
              state: pushState.parse(push.state),
              begunAt: push.begun_at?.toISOString() ?? null,
              endedAt: push.ended_at?.toISOString() ?? null,
            },
          ]
        : [],
    ),
    hops: hops.map((hop) => ({
      channel: hopChannel.parse(hop.channel),
      number: hop.number ?? 0,
      email: hop.email,
      dueAt: hop.due_at.toISOString(),
      state: hopState.parse(hop.state),
      tries: hop.tries,
      // That it came back is known last.
      endedAt: (hop.reported_at ?? hop.ended_at)?.toISOString() ?? null,
      answeredAt: hop.answered_at?.toISOString() ?? null,
    })),
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
  }
}

/** One that a version before has raised has no message until it was sent, or that version is gone. */
function letterOf({ detected_at: detectedAt }: AlarmRow, email: MessageRow | undefined): Alarm['letter'] {
  if (email === undefined) return { state: 'QUEUED', dueAt: null, begunAt: null, endedAt: null, reportedAt: null }
  // That there is no such address is known by the same answer: nothing was taken.
  const isRefused = email.state === 'BOUNCED' && email.reported_at === null
  const [endedAt, reportedAt] = isRefused ? [null, email.ended_at] : [email.ended_at, email.reported_at]
  return {
    state: emailState.parse(email.state),
    dueAt: email.due_at > detectedAt ? email.due_at.toISOString() : null,
    begunAt: email.begun_at?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    reportedAt: reportedAt?.toISOString() ?? null,
  }
}
