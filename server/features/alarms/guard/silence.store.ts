import { type RawBuilder, sql } from 'kysely'
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { type Guard, longAgo } from '#domain/alarms/guard.ts'
import type { Sighting } from '#domain/alarms/sighting.ts'
import { usualPatienceSeconds } from '#domain/alarms/silence.ts'
import { believedUntil, retainedSince } from '#domain/history/retention.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { ofAllDevices } from '#server/db/transactions/portions.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { guardedDevices } from './guarded-devices.ts'
import { insertAlarms, type NewAlarm, readGuards } from './guards.store.ts'

export type SilenceStore = ReturnType<typeof createSilenceStore>

/** Guarded devices that no longer report. */
export function createSilenceStore(database: Database) {
  return {
    /**
     * Records that somebody checks now, and returns since when the product has been able to receive reports: since it was
     * last down for longer than `alarmsLimits.deafMinutes`, or could not reach its database.
     */
    async listen(now: Date): Promise<Date> {
      const deafBefore = new Date(now.getTime() - alarmsLimits.deafMinutes * minuteMs)
      const since = sql<Date>`
        case when silence_watch.looked_at < ${deafBefore} then ${now}::timestamptz
          else least(silence_watch.listening_since, ${now}::timestamptz) end`
      const watch = await database
        .insertInto('silence_watch')
        .values({ listening_since: now, looked_at: now })
        .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ listening_since: since, looked_at: now }))
        .returning('listening_since')
        .executeTakeFirstOrThrow()
      return watch.listening_since
    },

    /**
     * Guarded devices of the real world that are silent and whose owner was not notified of this silence yet. Nothing is
     * received while the product is down. So a silence is believed only after the product has been listening for the whole
     * time: an outage of ours must not be reported to everybody as one of their trackers.
     */
    async silent(listeningSince: Date, now: Date): Promise<string[]> {
      const rows = await ofAllDevices(database, (isInPortion) =>
        silentDevices(database, listeningSince, now).where(isInPortion).select('devices.id').execute(),
      )
      return rows.map(({ id }) => id)
    },

    /**
     * Puts a silence into the log with the device's last known place, once, unless the device has reported meanwhile or
     * `mayNotify` refuses.
     * @returns whether it did.
     */
    raise(
      alarm: Omit<NewAlarm, 'place'>,
      listeningSince: Date,
      mayNotify: (guard: Guard) => boolean,
    ): Promise<boolean> {
      const { deviceId, detectedAt: now } = alarm
      return inTransaction(database, { trackers: { ofDevices: [deviceId] } }, async (transaction) => {
        const row = await silentDevices(transaction, listeningSince, now)
          .select(['tracking_settings.enabled_at', lastSign(now).as('last_sign')])
          .where('devices.id', '=', deviceId)
          .executeTakeFirst()
        if (row === undefined || row.enabled_at === null) return false
        const guards = await readGuards(transaction, new Map([[deviceId, row.enabled_at]]), now)
        const guarded = guards.get(deviceId)
        if (guarded === undefined || !mayNotify(guarded.guard)) return false
        await insertAlarms(transaction, [{ ...alarm, place: await lastPlace(transaction, deviceId, now) }])
        await transaction
          .insertInto('alarm_guards')
          .values({ device_id: deviceId, enabled_at: row.enabled_at, silence_told_of: row.last_sign })
          .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ silence_told_of: row.last_sign }))
          .execute()
        return true
      })
    },
  }
}

/** Where a device was last seen; null if nothing of it is stored. */
export async function lastPlace(queries: Queries, deviceId: string, now: Date): Promise<Sighting | null> {
  const row = await queries
    .selectFrom('positions')
    .select(['latitude', 'longitude', 'accuracy', 'recorded_at as recordedAt'])
    .where('device_id', '=', deviceId)
    .where('recorded_at', '>=', retainedSince(now))
    .where('recorded_at', '<=', believedUntil(now))
    .orderBy('recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/**
 * A silence begins with the last sign of life, or with the guard if there was none since. What was noted when our clock was
 * ahead says nothing: a tracker that reports gives a new sign before it could count as silent.
 */
function lastSign(now: Date): RawBuilder<Date> {
  const known = believedUntil(now)
  return sql<Date>`coalesce(greatest(
    case when device_inventory.last_active_at <= ${known} then device_inventory.last_active_at end,
    case when tracking_settings.enabled_at <= ${known} then tracking_settings.enabled_at end), ${longAgo}::timestamptz)`
}

function silentDevices(queries: Queries, listeningSince: Date, now: Date) {
  const { THEFT, BOTH } = usualPatienceSeconds
  const patience = sql`make_interval(secs => coalesce(alarm_guards.patience_seconds,
    case mode when 'THEFT' then ${THEFT}::integer when 'BOTH' then ${BOTH}::integer end))`
  return guardedDevices(queries, now)
    .where(sql<boolean>`${lastSign(now)} < ${now}::timestamptz - ${patience}`)
    .where(sql<boolean>`${listeningSince}::timestamptz <= ${now}::timestamptz - ${patience}`)
    .where(sql<boolean>`alarm_guards.silence_told_of is distinct from ${lastSign(now)}`)
}

/** Since when the product has been able to receive reports; null if nobody has looked yet. */
export async function listeningSince(queries: Queries): Promise<Date | null> {
  const watch = await queries.selectFrom('silence_watch').select('listening_since').executeTakeFirst()
  return watch?.listening_since ?? null
}
