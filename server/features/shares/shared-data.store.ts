import { sql } from 'kysely'
import { type AlarmKind, helpKinds } from '#contract/alarms/alarms.ts'
import type { Position } from '#contract/history/history.ts'
import type { Database } from '#server/db/connection/database.ts'
import { positionColumns, positionOf, type PositionRow } from '#server/db/positions/position-row.ts'

/** Part of what was stored, in the order in which it was stored. */
export interface StoredPart<Row> {
  rows: Row[]
  /** The last number in the order; of an empty part the one that was asked for. */
  last: string
  /** There is more already. */
  more: boolean
}

export interface SharedAlarm {
  kind: AlarmKind
  detectedAt: Date
  place: { latitude: number; longitude: number; recordedAt: Date } | null
}

interface Wanted {
  deviceId: string
  /** The number in the order after which it begins. */
  after: string
  /** Nothing that was measured before. */
  since: Date
  most: number
}

export type SharedDataStore = ReturnType<typeof createSharedDataStore>

/** What was stored of a device, for those who fetch it part by part. Whatever arrives late has a later number. */
export function createSharedDataStore(database: Database) {
  return {
    /**
     * Positions up to the first one that was received after `receivedUntil`: numbers and times of receipt need not be in
     * the same order, and what comes after it waits for it.
     */
    async positions(
      { deviceId, after, since, most }: Wanted,
      { receivedUntil, measuredUntil }: { receivedUntil: Date; measuredUntil: Date },
    ): Promise<StoredPart<Position>> {
      const { rows } = await sql<Numbered & PositionRow>`
        select stored_order, ${positionColumns} from positions
        where device_id = ${deviceId} and recorded_at >= ${since} and recorded_at <= ${measuredUntil}
          and stored_order > ${after} and stored_order < coalesce((
            select min(stored_order) from positions
            where device_id = ${deviceId} and recorded_at >= ${since} and stored_order > ${after}
              and received_at > ${receivedUntil}), 9223372036854775807)
        order by stored_order limit ${most + 1}`.execute(database)
      return partOf(rows, { after, most }, positionOf)
    },

    async alarms({ deviceId, after, since, most }: Wanted): Promise<StoredPart<SharedAlarm>> {
      const { rows } = await sql<AlarmRow>`
        select stored_order, kind, detected_at, recorded_at, latitude, longitude from alarms
        where device_id = ${deviceId} and detected_at >= ${since} and stored_order > ${after}
          and kind <> all(${helpKinds}::text[])
        order by stored_order limit ${most + 1}`.execute(database)
      return partOf(rows, { after, most }, alarmOf)
    },
  }
}

interface Numbered {
  stored_order: string
}

interface AlarmRow extends Numbered {
  kind: AlarmKind
  detected_at: Date
  recorded_at: Date | null
  latitude: number | null
  longitude: number | null
}

function partOf<Row extends Numbered, Read>(
  rows: readonly Row[],
  { after, most }: Pick<Wanted, 'after' | 'most'>,
  read: (row: Row) => Read,
): StoredPart<Read> {
  const part = rows.slice(0, most)
  return { rows: part.map(read), last: part.at(-1)?.stored_order ?? after, more: rows.length > most }
}

function alarmOf({
  kind,
  detected_at: detectedAt,
  recorded_at: recordedAt,
  latitude,
  longitude,
}: AlarmRow): SharedAlarm {
  const isPlaced = recordedAt !== null && latitude !== null && longitude !== null
  return { kind, detectedAt, place: isPlaced ? { latitude, longitude, recordedAt } : null }
}
