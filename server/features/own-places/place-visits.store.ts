import { sql } from 'kysely'
import * as z from 'zod'
import type { Position } from '#contract/history/history.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { ownPlacesServerLimits } from '#contract/own-places/own-places-limits.ts'
import { type PlaceVisit, placeVisits } from '#contract/own-places/own-places.ts'
import type { NamedCircle } from '#contract/base/zone.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { believedUntil, retainedSince } from '#domain/history/retention.ts'
import type { Visit } from '#domain/own-places/visits.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { positionColumns, positionOf, type PositionRow } from '#server/db/positions/position-row.ts'
import { isWantedSomehow } from '#server/db/shared/message-wishes.ts'
import { addForOwner, type MessageKind, messageKind } from '#server/db/shared/messages.ts'
import { recordedDevices } from '#server/db/shared/recorded-device.ts'
import { circleOf } from '#server/db/shared/zone-columns.ts'
import { inPortions } from '#server/db/transactions/portions.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'

const { newsMinutes, readMinutes, fixSeconds, triedHours } = ownPlacesServerLimits

/** Place, device, what the vehicle did, and when that was told. When it was is in the words, and goes with them. */
const about = z.tuple([z.string(), z.string(), z.enum(placeVisits), z.string()])
export type VisitAbout = z.infer<typeof about>
export const placeVisit: MessageKind<VisitAbout> = { ...messageKind('place-visit', about), triedHours }

/** Those whose rides are kept: without a movement profile nobody learns where it moves. */
const modes: readonly TrackingMode[] = ['MOVEMENT', 'BOTH']

/** Vehicles that are watched lie far apart, each on pages of its own: of 200,000 devices, 250 of them take 27 ms (decision 94). */
const watchedTogether = 100

/** A vehicle that is watched at a place. */
export interface WatchedPlace {
  deviceId: string
  placeId: string
  circle: NamedCircle
  visits: readonly PlaceVisit[]
  since: Date
}

export type PlaceVisitsStore = ReturnType<typeof createPlaceVisitsStore>

export function createPlaceVisitsStore(database: Database) {
  return {
    /** The vehicles that have reported lately and are watched somewhere, by device. Of others only the wish is read. */
    async watched(now: Date, portion = watchedTogether): Promise<Map<string, WatchedPlace[]>> {
      const reported = new Date(now.getTime() - newsMinutes * minuteMs)
      const rows = await inPortions(
        database,
        { table: 'own_place_watches', key: 'device_id' },
        (isInPortion) =>
          watches(database, now).where(isInPortion).where('device_inventory.last_active_at', '>', reported).execute(),
        portion,
      )
      return Map.groupBy(rows.map(watchedOf), ({ deviceId }) => deviceId)
    },

    /** What is enough of a vehicle's past to tell rides from stops, the oldest first. */
    async past(deviceId: string, now: Date): Promise<Position[]> {
      const begin = new Date(now.getTime() - readMinutes * minuteMs)
      const { rows } = await sql<PositionRow>`
        (select ${positionColumns} from positions
          where device_id = ${deviceId} and recorded_at >= ${retainedSince(now)} and recorded_at < ${begin}
          order by recorded_at desc limit 1)
        union all
        (select distinct on (slice) ${positionColumns} from (
          select *, floor(extract(epoch from recorded_at) / ${fixSeconds}) as slice from positions
          where device_id = ${deviceId} and recorded_at between ${begin} and ${believedUntil(now)}) as fixes
        order by slice, recorded_at desc)`.execute(database)
      return rows.map(positionOf).toSorted((one, other) => Date.parse(one.recordedAt) - Date.parse(other.recordedAt))
    },

    /**
     * Tells the owner of a visit, once: more fixes may show it at a slightly other time. So of one direction at one place there is one
     * message in the time in which something is news.
     * @returns whether it is new, and still wanted.
     */
    tell({ deviceId, placeId }: WatchedPlace, { visit, at }: Visit, now: Date): Promise<boolean> {
      return inTransaction(database, { devices: [deviceId] }, async (writing) => {
        const wanted = await wantedOf(writing, { deviceId, placeId, visit }, now)
        if (wanted === null || wanted.since > at) return false
        const told = await writing
          .selectFrom('messages')
          .select('id')
          .where('device_id', '=', deviceId)
          .where('kind', '=', placeVisit.name)
          .where(sql<boolean>`about[1] = ${placeId} and about[3] = ${visit}`)
          // Not when it is due: in quiet hours it waits.
          .where(sql<boolean>`about[4] > ${new Date(at.getTime() - newsMinutes * minuteMs).toISOString()}`)
          .limit(1)
          .executeTakeFirst()
        if (told !== undefined) return false
        const visitAbout: VisitAbout = [placeId, deviceId, visit, now.toISOString()]
        const message = { about: visitAbout, userId: wanted.userId, deviceId, words: at.toISOString(), dueAt: now }
        await addForOwner(writing, placeVisit, message)
        return true
      })
    },

    /** The names that a message says; null where it is not wanted any more. */
    async names([placeId, deviceId, visit]: VisitAbout, now: Date): Promise<VisitNames | null> {
      return wantedOf(database, { deviceId, placeId, visit }, now)
    },
  }
}

export interface VisitNames {
  userId: string
  deviceName: string
  placeName: string
  since: Date
}

function watches(queries: Queries, now: Date) {
  return recordedDevices(queries, now, modes)
    .innerJoin('own_place_watches', 'own_place_watches.device_id', 'devices.id')
    .innerJoin('own_places', 'own_places.id', 'own_place_watches.place_id')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .innerJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
    .select([
      'devices.id as device_id',
      'devices.name as device_name',
      'devices.user_id',
      'place_id',
      'visits',
      'since',
    ])
    .select(['own_places.name', 'latitude', 'longitude', 'radius_metres'])
    .whereRef('own_places.user_id', '=', 'devices.user_id')
    .where('users.disabled_at', 'is', null)
    .where('devices.demo', '=', false)
}

type WatchRow = Awaited<ReturnType<ReturnType<typeof watches>['executeTakeFirstOrThrow']>>

function watchedOf({ device_id: deviceId, place_id: placeId, visits, since, ...row }: WatchRow): WatchedPlace {
  return { deviceId, placeId, circle: circleOf(row), visits, since }
}

async function wantedOf(
  queries: Queries,
  { deviceId, placeId, visit }: { deviceId: string; placeId: string; visit: PlaceVisit },
  now: Date,
): Promise<VisitNames | null> {
  const row = await watches(queries, now)
    // One that is declined leaves no message, by which it is known that it was told. Asked of all, it costs more than all else.
    .where(isWantedSomehow('VISIT'))
    .where('devices.id', '=', deviceId)
    .where('place_id', '=', placeId)
    .where(sql<boolean>`${visit} = any(visits)`)
    .executeTakeFirst()
  if (row === undefined) return null
  return { userId: row.user_id, deviceName: row.device_name, placeName: row.name, since: row.since }
}
