import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { type EmailState, emailStates } from '#contract/alarms/alarms.ts'
import type { Position } from '#contract/history/history.ts'
import { movementLimits } from '#contract/history/movement-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { vehiclesServerLimits } from '#contract/vehicles/vehicles-limits.ts'
import { metresPerDegree } from '#domain/geo/geo.ts'
import type { StateChange } from '#domain/dossier/dossier.ts'
import type { TrackingGrounds } from '#domain/tracking/tracking.ts'
import type { LastStay } from '#domain/vehicles/motion.ts'
import type { OpenAlarm } from '#domain/vehicles/vehicle-condition.ts'
import type { Database } from '#server/db/connection/database.ts'
import { type DistributionWatch, watchDistribution } from '#server/db/positions/distribution.ts'
import { positionColumns, positionOf, type PositionRow } from '#server/db/positions/position-row.ts'
import { devicesWithGrounds, groundsColumns, groundsOf } from '#server/db/shared/recorded-device.ts'

export type VehiclesStore = ReturnType<typeof createVehiclesStore>

/** Where a vehicle was last seen. */
export interface Seen {
  position: Position
  stay: LastStay
}

/** An alarm that its owner has not acknowledged, and what was sent about it. */
export interface StoredAlarm extends OpenAlarm {
  id: string
  emailState: EmailState
  emailDueAt: Date | null
  emailEndedAt: Date | null
  pushedAt: Date | null
  /** When the first emergency contact was notified, and when the next is due. */
  contactToldAt: Date | null
  contactDueAt: Date | null
}

const emailState = z.enum(emailStates)

interface Range {
  since: Date
  until: Date
}

/** What is stored of a user's vehicles, for all of them at once. */
export function createVehiclesStore(database: Database, distribution: DistributionWatch = watchDistribution()) {
  return {
    /** What decides whether each is recorded, when its alarm was tried first, and how far the last test's e-mail came. */
    async grounds(
      userId: string,
      now: Date,
    ): Promise<Map<string, { grounds: TrackingGrounds; testedAt: Date | null; lastTest: EmailState | null }>> {
      const rows = await devicesWithGrounds(database, now)
        .leftJoin('alarm_tests', 'alarm_tests.device_id', 'devices.id')
        .select(['devices.id', 'tested_at'])
        .select(groundsColumns)
        .select(({ selectFrom }) =>
          selectFrom('alarms')
            .innerJoin('messages', 'messages.alarm_id', 'alarms.id')
            .select('messages.state')
            .whereRef('alarms.device_id', '=', 'devices.id')
            .where('alarms.kind', '=', 'TEST')
            .where('messages.kind', '=', 'alarm')
            .where('messages.channel', '=', 'EMAIL')
            .orderBy('detected_at', 'desc')
            .limit(1)
            .as('last_test'),
        )
        .where('devices.user_id', '=', userId)
        .execute()
      return new Map(
        rows.map((row) => [
          row.id,
          {
            grounds: groundsOf(row),
            testedAt: row.tested_at,
            lastTest: row.last_test === null ? null : emailState.parse(row.last_test),
          },
        ]),
      )
    },

    /** Where each was last seen between two fix times, and since when it is there; none for those without a position. */
    async seen(deviceIds: readonly string[], range: Range): Promise<Map<string, Seen>> {
      const rows = (await distribution.isDistributed(database))
        ? (await Promise.all(deviceIds.map((id) => seenRows(ofOne(id), range).execute(database)))).flatMap(
            (one) => one.rows,
          )
        : (await seenRows(ofAll(deviceIds), range).execute(database)).rows
      return new Map(rows.map((row) => [row.device_id, { position: positionOf(row), stay: stayOf(row) }]))
    },

    /** What a vehicle reported in the minutes before a fix, and that fix, the oldest first: enough to know its speed then. */
    async lastMinutes(deviceId: string, until: Date): Promise<Position[]> {
      const since = new Date(until.getTime() - trackingLimits.segmentGapMinutes * minuteMs)
      const { rows } = await sql<PositionRow>`
        select ${positionColumns} from positions
        where device_id = ${deviceId} and recorded_at between ${since} and ${until}
        order by recorded_at desc limit ${vehiclesServerLimits.lastSpeedFixes}`.execute(database)
      return rows.map(positionOf).toReversed()
    },

    /** The last hours of a vehicle that moves, thinned out, the oldest first. */
    async ride(deviceId: string, { since, until }: Range): Promise<Position[]> {
      const { rows } = await sql<PositionRow>`
        select distinct on (slice) ${positionColumns}
        from (
          select *, floor(extract(epoch from recorded_at) / ${vehiclesServerLimits.rideFixSeconds}) as slice
          from positions where device_id = ${deviceId} and recorded_at between ${since} and ${until}
        ) as fixes
        order by slice, recorded_at`.execute(database)
      return rows.map(positionOf)
    },

    async openAlarms(deviceIds: readonly string[], since: Date): Promise<Map<string, StoredAlarm[]>> {
      const rows = await database
        .selectFrom('alarms')
        .leftJoin('messages', (join) =>
          join
            .onRef('messages.alarm_id', '=', 'alarms.id')
            .on('messages.kind', '=', 'alarm')
            .on('messages.channel', '=', 'EMAIL'),
        )
        .select(['alarms.id', 'alarms.device_id', 'alarms.kind', 'detected_at', 'recorded_at', 'began_at', 'evidence'])
        .select(['messages.state', 'messages.due_at', 'messages.ended_at'])
        .select(({ selectFrom }) =>
          selectFrom('messages as pushes')
            .select(({ fn }) => fn.min('pushes.ended_at').as('pushed_at'))
            .whereRef('pushes.alarm_id', '=', 'alarms.id')
            .where('pushes.kind', '=', 'alarm')
            .where('pushes.channel', '=', 'PUSH')
            .where('pushes.state', '=', 'SENT')
            .as('pushed_at'),
        )
        .select([
          toContacts(sql`min(ended_at)`, ['SENT', 'DELIVERED']).as('contact_told_at'),
          toContacts(sql`min(due_at)`, ['QUEUED']).as('contact_due_at'),
        ])
        .where(sql<boolean>`alarms.device_id = any(${deviceIds}::text[])`)
        .where('detected_at', '>', since)
        .where('acknowledged_at', 'is', null)
        .orderBy('detected_at')
        .execute()
      return grouped(rows, (row) => ({
        id: row.id,
        kind: row.kind,
        detectedAt: row.detected_at.toISOString(),
        acknowledgedAt: null,
        recordedAt: row.recorded_at,
        beganAt: row.began_at,
        evidence: row.evidence,
        emailState: emailState.parse(row.state ?? 'QUEUED'),
        emailDueAt: row.due_at !== null && row.due_at > row.detected_at ? row.due_at : null,
        emailEndedAt: row.ended_at,
        pushedAt: row.pushed_at,
        contactToldAt: row.contact_told_at,
        contactDueAt: row.contact_due_at,
      }))
    },

    /** What owners stated, oldest first. */
    async statements(deviceIds: readonly string[]): Promise<Map<string, StateChange[]>> {
      const rows = await database
        .selectFrom('dossier_changes')
        .select(['device_id', 'state', 'since', 'set_at'])
        .where(sql<boolean>`device_id = any(${deviceIds}::text[])`)
        .orderBy('id')
        .execute()
      return grouped(rows, ({ state, since, set_at: setAt }) => ({ state, since, setAt }))
    },
  }
}

/** Of an alarm's messages to emergency contacts in one of these states: null if there is none. */
function toContacts(when: RawBuilder<unknown>, states: readonly EmailState[]) {
  return sql<Date | null>`(
    select ${when} from messages as hops
    where hops.alarm_id = alarms.id and hops.kind = 'alarm-hop' and recipient is not null and state = any(${states}::text[]))`
}

function grouped<Row extends { device_id: string }, Value>(
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
): Map<string, Value[]> {
  const groups = Map.groupBy(rows, (row) => row.device_id)
  return new Map([...groups].map(([id, own]) => [id, own.map(valueOf)]))
}

interface SeenRow extends PositionRow {
  device_id: string
  elsewhere_at: Date | null
  arrived_at: Date | null
}

/** The device that a statement is about, and what of it stands before the place of each. */
interface Wanted {
  device: RawBuilder<string>
  each: RawBuilder<unknown>
}

/** Twenty vehicles in one statement take 11 ms, where twenty statements take 50. */
function ofAll(deviceIds: readonly string[]): Wanted {
  return { device: sql`wanted.id`, each: sql`unnest(${deviceIds}::text[]) as wanted (id) cross join lateral` }
}

/** Where positions are distributed: no server is asked for a device that it does not have. */
function ofOne(deviceId: string): Wanted {
  return { device: sql`${deviceId}::text`, each: sql`` }
}

/**
 * The newest fix of each device, the last one before it that was elsewhere, and the first one after that. The same place is
 * the one that joins fixes to a stop. A single fix elsewhere between two here is a jump. Read backwards, and only until the
 * place changes.
 */
function seenRows({ device, each }: Wanted, { since, until }: Range) {
  const { samePlaceMetres } = movementLimits
  return sql<SeenRow>`
    select ${device} as device_id, newest.*, elsewhere.recorded_at as elsewhere_at, arrival.recorded_at as arrived_at
    from ${each} (
      select ${positionColumns} from positions
      where device_id = ${device} and recorded_at between ${since} and ${until}
      order by recorded_at desc limit 1) as newest
    left join lateral (
      select recorded_at from (
        select recorded_at, is_here, lead(is_here) over backwards as was_here, lead(recorded_at) over backwards as before
        from (
          select recorded_at,
            abs(latitude - newest.latitude) * ${metresPerDegree} <= ${samePlaceMetres}
            and abs(longitude - newest.longitude) * ${metresPerDegree} * cos(radians(newest.latitude))
              <= ${samePlaceMetres} as is_here
          from positions
          where device_id = ${device} and flag is null and recorded_at between ${since} and newest.recorded_at
        ) as fixes
        window backwards as (order by recorded_at desc)
      ) as compared
      where not is_here
        and (was_here is not true or recorded_at - before > make_interval(mins => ${trackingLimits.segmentGapMinutes}))
      order by recorded_at desc limit 1) as elsewhere on true
    left join lateral (
      select recorded_at from positions
      where device_id = ${device} and flag is null
        and recorded_at between ${since} and newest.recorded_at
        and (elsewhere.recorded_at is null or recorded_at > elsewhere.recorded_at)
      order by recorded_at limit 1) as arrival on true`
}

function stayOf({ recorded_at: newestAt, speed, arrived_at: arrivedAt, elsewhere_at: elsewhereAt }: SeenRow): LastStay {
  return { newestAt, speed, arrivedAt: arrivedAt ?? newestAt, elsewhereAt }
}
