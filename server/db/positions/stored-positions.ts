import { type RawBuilder, sql } from 'kysely'
import { distributionServerLimits } from '#contract/limits/distribution-limits.ts'
import type { Questions } from '#domain/reception/decision.ts'
import type { NewPosition } from '#domain/reception/judgement.ts'
import type { StoredPosition } from '#domain/reception/stored-position.ts'
import { plain, seconds, texts } from '#server/db/transactions/array-parameters.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { distributionOf } from '#server/db/positions/distribution.ts'
import { prepareDays } from '#server/db/positions/position-days.ts'

/** Stores positions inside another transaction, as if they had been reported. */
export async function keepPositions(transaction: Queries, positions: readonly NewPosition[]): Promise<void> {
  const times = positions.map(({ recordedAt }) => recordedAt)
  await prepareDays(transaction, times, new Set())
  if (positions.length === 0) return
  if ((await distributionOf(transaction)) !== null) await storeDistributed(transaction, positions)
  else await sql`with ${positionsWritten(positions)} select ${storedCount}`.execute(transaction)
}

/** What is stored of devices in spans of time. */
export async function storedWithin(
  queries: Queries,
  spans: Questions['spans'],
  isDistributed: boolean,
): Promise<StoredPosition[]> {
  if (spans.length === 0) return []
  const devices = spans.map(({ deviceId }) => deviceId)
  const found = await sql<{ device_id: string; recorded_at: Date }>`
    select positions.device_id, recorded_at
    from unnest(
      ${texts(devices)}::text[],
      ${seconds(spans.map(({ from }) => from))}::double precision[],
      ${seconds(spans.map(({ until }) => until))}::double precision[]
    ) as wanted (device_id, since, until)
    join positions on positions.device_id = wanted.device_id ${onTheirServers(devices, isDistributed)}
      and recorded_at >= to_timestamp(since) and recorded_at < to_timestamp(until)`.execute(queries)
  return found.rows.map((row) => ({ deviceId: row.device_id, recordedAt: row.recorded_at }))
}

/** Removes positions that are replaced by earlier ones of their minute, if they were received since `since`. */
export async function removeReplaced(
  queries: Queries,
  replaced: readonly (StoredPosition & { since: Date })[],
  isDistributed: boolean,
): Promise<void> {
  if (replaced.length === 0) return
  const devices = replaced.map(({ deviceId }) => deviceId)
  const times = replaced.map(({ recordedAt }) => recordedAt.toISOString())
  const since = replaced.map((position) => position.since.toISOString())
  await sql`
    delete from positions
    using unnest(${devices}::text[], ${times}::timestamptz[], ${since}::timestamptz[]) as gone (device_id, at, since)
    where positions.device_id = gone.device_id ${onTheirServers(devices, isDistributed)}
      and recorded_at = gone.at and received_at >= gone.since`.execute(queries)
}

/**
 * Where positions are distributed, a list of devices says which servers are asked; without one all are. On one server it would
 * have all days of these devices read.
 */
function onTheirServers(devices: readonly string[], isDistributed: boolean): RawBuilder<unknown> {
  return isDistributed ? sql`and positions.device_id = any(${texts([...new Set(devices)])}::text[])` : sql``
}

/**
 * How many of the positions were not stored already, in the statement that stores them. It reads their notifications: what
 * nobody reads PostgreSQL does not do.
 */
export const storedCount = sql<number>`((select count(*) from stored) + 0 * (select count(*) from told))::integer`

/**
 * The parts of a statement that store positions, and tell browsers of each device's newest one once this is committed. The trigger
 * `positions_told` does the same for processes of the version before, until the next release; PostgreSQL delivers the same
 * notification of a transaction once (https://www.postgresql.org/docs/15/sql-notify.html).
 */
export function positionsWritten(positions: readonly NewPosition[]): RawBuilder<unknown> {
  const column = <Value>(read: (position: NewPosition) => Value) => positions.map(read)
  return sql`stored as (
    insert into positions
      (device_id, recorded_at, received_at, latitude, longitude, accuracy, altitude, speed, course, flag)
    select
      device_id, to_timestamp(recorded_at), to_timestamp(received_at), latitude, longitude, accuracy, altitude, speed,
      course, flag
    from unnest(
      ${texts(column(({ deviceId }) => deviceId))}::text[],
      ${seconds(column(({ recordedAt }) => recordedAt))}::double precision[],
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
    returning positions.device_id, positions.recorded_at
  ), told as materialized (${toldOf(sql`(select device_id, max(recorded_at) as at from stored group by device_id)`)})`
}

/** Tells browsers of each device's newest position, once this is committed. */
function toldOf(newest: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select pg_notify('live_events', json_build_object(
      'type', 'position', 'userId', devices.user_id, 'deviceId', devices.id,
      'at', to_char(newest.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text)
    from ${newest} as newest
    join devices on devices.id = newest.device_id`
}

/**
 * Stores positions that lie on several servers: rows of values go each to the server that has its device, where `unnest` would be
 * computed first and sent to all. Then browsers are told by a statement of its own, which needs no other server.
 * @returns how many were not stored already.
 */
export async function storeDistributed(transaction: Queries, positions: readonly NewPosition[]): Promise<number> {
  const { rowsOfValues } = distributionServerLimits
  const stored: StoredPosition[] = []
  for (let from = 0; from < positions.length; from += rowsOfValues) {
    const rows = await transaction
      .insertInto('positions')
      .values(positions.slice(from, from + rowsOfValues).map(rowOf))
      .onConflict((conflict) => conflict.doNothing())
      .returning(['device_id', 'recorded_at'])
      .execute()
    stored.push(...rows.map((row) => ({ deviceId: row.device_id, recordedAt: row.recorded_at })))
  }
  const newest = sql`(
    select device_id, max(to_timestamp(recorded_at)) as at from unnest(
      ${texts(stored.map(({ deviceId }) => deviceId))}::text[],
      ${seconds(stored.map(({ recordedAt }) => recordedAt))}::double precision[]
    ) as stored (device_id, recorded_at) group by device_id)`
  if (stored.length > 0) await toldOf(newest).execute(transaction)
  return stored.length
}

function rowOf({ deviceId, recordedAt, receivedAt, ...measured }: NewPosition) {
  const { latitude, longitude, accuracy, altitude, speed, course, flag } = measured
  const times = { recorded_at: recordedAt, received_at: receivedAt }
  return { device_id: deviceId, ...times, latitude, longitude, accuracy, altitude, speed, course, flag }
}
