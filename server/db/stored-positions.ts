import { sql } from 'kysely'
import type { NewPosition } from '#domain/reception/judgement.ts'
import type { StoredPosition } from '#domain/reception/stored-position.ts'
import { plain, seconds, texts } from '#server/db/array-parameters.ts'
import type { Queries } from '#server/db/database.ts'
import { prepareDays } from '#server/db/position-days.ts'

/** Stores positions inside another transaction, as if they had been reported. */
export async function keepPositions(transaction: Queries, positions: readonly NewPosition[]): Promise<void> {
  await createStoredPositions(transaction, new Set(), []).keep(positions)
}

/**
 * What reports change in the history, inside somebody's transaction.
 * @param knownDays days whose partition is there, in ms.
 * @param prepared is given the days that got a partition, to be remembered after the commit.
 */
export function createStoredPositions(transaction: Queries, knownDays: ReadonlySet<number>, prepared: number[]) {
  return {
    /** What is stored of these clock minutes. */
    async storedInMinutes(minutes: readonly { deviceId: string; minute: Date }[]): Promise<StoredPosition[]> {
      if (minutes.length === 0) return []
      const devices = texts(minutes.map(({ deviceId }) => deviceId))
      const starts = seconds(minutes.map(({ minute }) => minute))
      const found = await sql<{ device_id: string; recorded_at: Date }>`
        select positions.device_id, recorded_at
        from unnest(${devices}::text[], ${starts}::double precision[]) as wanted (device_id, minute)
        join positions on positions.device_id = wanted.device_id
          and recorded_at >= to_timestamp(minute) and recorded_at < to_timestamp(minute + 60)`.execute(transaction)
      return found.rows.map((row) => ({ deviceId: row.device_id, recordedAt: row.recorded_at }))
    },

    /** Removes positions that were replaced by earlier ones of their minute, if they were received since `since`. */
    async giveWay(replaced: readonly (StoredPosition & { since: Date })[]): Promise<void> {
      if (replaced.length === 0) return
      const devices = replaced.map(({ deviceId }) => deviceId)
      const times = replaced.map(({ recordedAt }) => recordedAt.toISOString())
      const since = replaced.map((position) => position.since.toISOString())
      await sql`
        delete from positions
        using unnest(${devices}::text[], ${times}::timestamptz[], ${since}::timestamptz[]) as gone (device_id, at, since)
        where positions.device_id = gone.device_id and recorded_at = gone.at and received_at >= gone.since`.execute(
        transaction,
      )
    },

    /** Stores positions; one whose device and fix time are already stored is left out. Returns the new ones. */
    async keep(positions: readonly NewPosition[]): Promise<StoredPosition[]> {
      if (positions.length === 0) return []
      const times = positions.map(({ recordedAt }) => recordedAt)
      prepared.push(...(await prepareDays(transaction, times, knownDays)))
      const column = <Value>(read: (position: NewPosition) => Value) => positions.map(read)
      const kept = await sql<{ device_id: string; recorded_at: Date }>`
        insert into positions
          (device_id, recorded_at, received_at, latitude, longitude, accuracy, altitude, speed, course, flag)
        select
          device_id, to_timestamp(recorded_at), to_timestamp(received_at), latitude, longitude, accuracy, altitude, speed,
          course, flag
        from unnest(
          ${texts(column(({ deviceId }) => deviceId))}::text[],
          ${seconds(times)}::double precision[],
          ${seconds(column(({ receivedAt }) => receivedAt))}::double precision[],
          ${plain(column(({ latitude }) => latitude))}::double precision[],
          ${plain(column(({ longitude }) => longitude))}::double precision[],
          ${plain(column(({ accuracy }) => accuracy))}::real[],
          ${plain(column(({ altitude }) => altitude))}::real[],
          ${plain(column(({ speed }) => speed))}::real[],
          ${plain(column(({ course }) => course))}::real[],
          ${texts(column(({ flag }) => flag))}::text[]
        ) as new_position
          (device_id, recorded_at, received_at, latitude, longitude, accuracy, altitude, speed, course, flag)
        on conflict do nothing
        returning device_id, recorded_at`.execute(transaction)
      return kept.rows.map((row) => ({ deviceId: row.device_id, recordedAt: row.recorded_at }))
    },
  }
}
