import { sql } from 'kysely'
import type { Guard, Guarded } from '#domain/alarms/guard.ts'
import type { Sighting } from '#domain/alarms/sighting.ts'
import { believedUntil } from '#domain/history/retention.ts'
import type { DeviceAlarm } from '#domain/reception/decision.ts'
import type { Queries } from '#server/db/connection/database.ts'
import type { Writing } from '#server/db/transactions/locks.ts'
import { guardsWritten, insertAlarms, readGuards } from './guards.store.ts'
import { lastPlace, listeningSince } from './silence.store.ts'

export type AlarmWatch = ReturnType<typeof createAlarmWatch>

/**
 * What the alarm reads and writes in the transaction that stores the positions, while their trackers are locked: a crash
 * between position and alarm loses no alarm, parallel reports raise none twice. Only the e-mails wait for a job.
 * @param notify queues the e-mails of alarms, after the commit.
 */
export function createAlarmWatch(newId: (deviceId: string) => string, notify: (alarmIds: readonly string[]) => void) {
  return {
    /** What is remembered of guarded devices, by their ids. */
    async read(
      queries: Queries,
      enabledAt: ReadonlyMap<string, Date>,
      now: Date,
    ): Promise<ReadonlyMap<string, Guarded>> {
      return enabledAt.size === 0 ? nothingKnown : readGuards(queries, enabledAt, now)
    },

    /** The newest stored fix time of each device. */
    newestFixes,

    /** Where devices were seen last, by their ids. */
    async lastPlaces(queries: Queries, deviceIds: readonly string[], now: Date): Promise<Map<string, Sighting>> {
      const places = new Map<string, Sighting>()
      for (const deviceId of deviceIds) {
        const place = await lastPlace(queries, deviceId, now)
        if (place !== null) places.set(deviceId, place)
      }
      return places
    },

    /** Until when nothing could be received; null if nobody has looked yet. */
    deafUntil: listeningSince,

    /** A statement that writes what is remembered from now on. */
    remember: (guards: ReadonlyMap<string, Guard>) => guardsWritten(guards),

    /** Puts alarms into the log. Gives what is to be done after the commit. */
    async raise(writing: Writing, raised: readonly DeviceAlarm[], now: Date): Promise<() => void> {
      const alarms = raised.map((alarm) => ({ ...alarm, id: newId(alarm.deviceId), detectedAt: now }))
      await insertAlarms(writing, alarms)
      return () => notify(alarms.map(({ id }) => id))
    },
  }
}

const nothingKnown: ReadonlyMap<string, Guarded> = new Map()

/** The newest stored fix time of each device, even from before its guard; never one in the future. */
async function newestFixes(
  queries: Queries,
  deviceIds: readonly string[],
  now: Date,
): Promise<Map<string, { recordedAt: Date }>> {
  if (deviceIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; newest: Date }>`
    select id, newest from unnest(${deviceIds}::text[]) as wanted (id)
    cross join lateral (
      select recorded_at as newest from newest_position(id, '-infinity', ${believedUntil(now)})) as stored`.execute(
    queries,
  )
  return new Map(rows.map(({ id, newest }) => [id, { recordedAt: newest }]))
}
