import {
  type WarningInForce,
  type WarningRow,
  warningColumns,
  warningOf,
  warningsInForce,
} from '#server/db/shared/warnings-in-force.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { ConsentActor } from '#contract/consents/consents.ts'
import { remindersServerLimits } from '#contract/reminders/reminders-limits.ts'
import { trackingModes } from '#contract/tracking/tracking.ts'
import type { Season } from '#contract/devices/vehicle-dates.ts'
import { guardingModes } from '#domain/alarms/guard.ts'
import { believedUntil, retainedSince } from '#domain/history/retention.ts'
import type { Blindness } from '#domain/reminders/blindness.ts'
import type { VehicleDates } from '#domain/reminders/vehicle-dates.ts'
import { berlinDay } from '#domain/time/time.ts'
import { lastOfDevice } from '#server/db/shared/consent-ledger.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { ofAllDevices } from '#server/db/transactions/portions.ts'
import { seasonOf } from '#server/db/shared/device-dates.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { recordedDevices } from '#server/db/shared/recorded-device.ts'
import { type NewReminder, raiseReminder } from '#server/db/shared/reminders.ts'

export interface DatedDevice {
  deviceId: string
  dates: VehicleDates
}

export interface PausedDevice {
  deviceId: string
  since: Date
}

export interface BlindDevice extends Blindness {
  deviceId: string
}

/** A severe weather warning that is in force where a device was last seen. */
export interface WarningAtDevice extends WarningInForce {
  deviceId: string
}

export type DueRemindersStore = ReturnType<typeof createDueRemindersStore>

/** What there may be to tell owners: what is known of devices that have a date, see nothing, or stand in a storm. */
export function createDueRemindersStore(database: Database) {
  return {
    async dated(): Promise<DatedDevice[]> {
      const rows = await database
        .selectFrom('devices')
        .select(['id', 'season_from', 'season_to', 'inspection_due', 'dates_noted_at'])
        .where('demo', '=', false)
        .where((is) => is.or([is('season_from', 'is not', null), is('inspection_due', 'is not', null)]))
        .orderBy('id')
        .execute()
      return rows.flatMap((row) => {
        const dates = datesOf({ ...row, season: seasonOf(row) })
        return dates === null ? [] : [{ deviceId: row.id, dates }]
      })
    },

    /** Devices whose theft alarm their owner has paused until they end it. @param deviceId absent: of all. */
    async openPauses(now: Date, deviceId?: string): Promise<PausedDevice[]> {
      const all = pausedDevices(database, now)
      const rows = await (deviceId === undefined ? all : all.where('devices.id', '=', deviceId)).execute()
      return rows.map(({ id, pause_since: since }) => ({ deviceId: id, since }))
    },

    /** Guarded devices whose last position was discarded. @param deviceId absent: of all. */
    async blind(now: Date, deviceId?: string): Promise<BlindDevice[]> {
      const all = blindDevices(database, now)
      const rows = await (deviceId === undefined ? all : all.where('devices.id', '=', deviceId)).execute()
      return rows.map(({ id, reason, lost_at: lostAt, since }) => ({ deviceId: id, reason, lostAt, since }))
    },

    /** @param deviceId absent: of all devices that are recorded. */
    async severeWeather(now: Date, deviceId?: string): Promise<WarningAtDevice[]> {
      const severe = warningsInForce(remindersServerLimits.weatherLevel, now)
      const recorded = recordedDevices(database, now, trackingModes)
        .select('devices.id')
        .where('devices.demo', '=', false)
      const warnedOf = async (isAskedFor: Expression<SqlBool>) => {
        const { rows } = await sql<WarningRow & { id: string }>`
          with severe as materialized (${severe}),
          recorded as (${recorded.where(isAskedFor)})
          select recorded.id, ${warningColumns}
          from recorded
          cross join lateral newest_position(recorded.id, ${retainedSince(now)}, ${believedUntil(now)}) as newest
          join severe on st_covers(severe.area, st_setsrid(st_makepoint(newest.longitude, newest.latitude), 4326))
          order by recorded.id, level desc, valid_from`.execute(database)
        return rows
      }
      const { rows: some } = await sql`${severe} limit 1`.execute(database)
      if (some.length === 0) return []
      const rows =
        deviceId === undefined
          ? await ofAllDevices(database, warnedOf, devicesWithPlace)
          : await warnedOf(sql<boolean>`devices.id = ${deviceId}`)
      return rows.map((row) => ({ deviceId: row.id, ...warningOf(row) }))
    },

    /** Who last gave or withdrew the consent to the theft alarm. */
    async lastConsentBy(deviceId: string): Promise<ConsentActor | null> {
      return (await lastOfDevice(database, deviceId, 'theft-alarm'))?.actor ?? null
    },

    /**
     * Raises the reminders that `choose` returns. What was told before may decide, so the device is held: one process after
     * the other, and none of a device that is being removed.
     * @param choose gets the occasions of which its owner was told.
     */
    raise(
      { deviceId, kind, at }: Omit<NewReminder, 'occasion'>,
      choose: (told: readonly string[]) => readonly string[],
    ): Promise<void> {
      return inTransaction(database, { devices: [deviceId] }, async (transaction) => {
        const rows = await transaction
          .selectFrom('reminders')
          .select('occasion')
          .where('device_id', '=', deviceId)
          .where('kind', '=', kind)
          .execute()
        for (const occasion of choose(rows.map((row) => row.occasion))) {
          await raiseReminder(transaction, { deviceId, kind, occasion, at })
        }
      })
    },
  }
}

/** Fewer than elsewhere: to be asked for its newest position takes each device 0.05 ms. */
const devicesWithPlace = 100

function pausedDevices(queries: Queries, now: Date) {
  return (
    recordedDevices(queries, now, guardingModes)
      .innerJoin('alarm_guards', 'alarm_guards.device_id', 'devices.id')
      .select('devices.id')
      .select((row) => row.ref('alarm_guards.pause_since').$notNull().as('pause_since'))
      // What is remembered from before tracking was last switched on is void.
      .whereRef('alarm_guards.enabled_at', '=', 'tracking_settings.enabled_at')
      .where('alarm_guards.pause_kind', '=', 'OPEN')
      .where('alarm_guards.pause_since', 'is not', null)
      .where('devices.demo', '=', false)
      .orderBy('devices.id')
  )
}

/** Those that the theft alarm guards. `since`: when the last position was received, or the guard switched on. */
function blindDevices(queries: Queries, now: Date) {
  const since = sql<Date>`greatest(tracking_settings.enabled_at, (
    select received_at from newest_position(devices.id, ${retainedSince(now)}, ${believedUntil(now)})))`
  return recordedDevices(queries, now, guardingModes)
    .innerJoin('device_losses', 'device_losses.device_id', 'devices.id')
    .select(['devices.id', 'device_losses.reason', 'device_losses.lost_at', since.as('since')])
    .where('devices.demo', '=', false)
    .where('tracking_settings.enabled_at', 'is not', null)
    .orderBy('devices.id')
}

/** Null where a vehicle has no dates. */
export function datesOf({
  season,
  inspection_due: inspectionDue,
  dates_noted_at: notedAt,
}: {
  season: Season | null
  inspection_due: string | null
  dates_noted_at: Date | null
}): VehicleDates | null {
  if (notedAt === null || (season === null && inspectionDue === null)) return null
  return { season, inspectionDue, notedOn: berlinDay(notedAt.toISOString()) }
}
