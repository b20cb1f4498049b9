import { sql } from 'kysely'
import { trackingServerLimits } from '#contract/tracking/tracking-limits.ts'
import type { Database } from '#server/db/connection/database.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { type Writing, inTransaction } from '#server/db/transactions/locks.ts'

export type PositionRemovalsStore = ReturnType<typeof createPositionRemovalsStore>

/** Deletes what removed devices left behind (docs/decisions/0026-deletion-of-accounts.md). */
export function createPositionRemovalsStore(database: Database, hooks: Hooks) {
  return {
    /**
     * Deletes all positions that have been left behind until now. Each portion is a transaction of its own and counts what it
     * deletes, so the process that goes on after a kill counts the rest. Several processes take turns.
     */
    async workOff(): Promise<void> {
      const removals = await database.selectFrom('position_removals').select('id').orderBy('id').execute()
      for (const { id } of removals) {
        let isOver = false
        while (!isOver) {
          isOver = await inTransaction(database, { turn: `position removal ${id}` }, (writing) =>
            removePortion(writing, hooks, id),
          )
        }
      }
    },
  }
}

/** @returns whether nothing is left of the removal, perhaps because another process did the rest. */
async function removePortion(writing: Writing, hooks: Hooks, id: string): Promise<boolean> {
  const removal = await writing
    .selectFrom('position_removals')
    .select(['device_ids', 'receipt_id', 'positions', 'days', unsorted.as('unsorted')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (removal === undefined) return true
  const [deviceId] = removal.device_ids
  if (deviceId !== undefined) {
    await removeOldest(writing, id, deviceId)
    return false
  }
  const { receipt_id: receiptId, positions, days } = removal
  if (receiptId !== null) await hooks.positionsRemoved(writing, { receiptId, positions, days: days.length })
  await writing.deleteFrom('position_removals').where('id', '=', id).execute()
  return true
}

/**
 * Until the transaction ends the database may not sort all of a device's positions to find the oldest: it expects so many of them that
 * it would read them all for each portion.
 */
const unsorted = sql<string>`set_config('enable_sort', 'off', true)`

/** Deletes a device's oldest positions. If they were all, the next portion is another device's. */
async function removeOldest(writing: Writing, id: string, deviceId: string): Promise<void> {
  const { removedTogether } = trackingServerLimits
  const { rows } = await sql<({ first: null; last: null } | { first: string; last: string }) & { count: string }>`
    select min(recorded_at)::text as first, max(recorded_at)::text as last, count(*) as count from (
      select recorded_at from positions where device_id = ${deviceId} order by recorded_at limit ${removedTogether}
    ) as oldest`.execute(writing)
  const [oldest] = rows
  if (oldest === undefined) throw new Error('a count has one row')
  // Citus 13.2 fails at a deletion that it sees to be of no row: "could not find valid entry for shard 0".
  const { count, days } =
    oldest.first === null ? nothing : await removeBetween(writing, deviceId, oldest.first, oldest.last)
  await sql`
    update position_removals set
      positions = positions + ${count},
      days = array(select unnest(days) union select unnest(${days}::date[])),
      device_ids = case when ${Number(oldest.count) < removedTogether} then device_ids[2:] else device_ids end
    where id = ${id}`.execute(writing)
}

const nothing: Removed = { count: 0, days: [] }

/** What was deleted, and the days in Germany it was of. */
interface Removed {
  count: number
  days: readonly string[]
}

/** Counted where they lie, and noted by a statement of its own: the two tables may be on different servers. */
async function removeBetween(writing: Writing, deviceId: string, first: string, last: string): Promise<Removed> {
  const { rows } = await sql<Removed>`
    with removed as (
      delete from positions where device_id = ${deviceId}
        and recorded_at >= ${first}::timestamptz and recorded_at <= ${last}::timestamptz
      returning (recorded_at at time zone 'Europe/Berlin')::date as day
    )
    select count(*)::integer as count, coalesce(array_agg(distinct day::text), '{}') as days from removed`.execute(
    writing,
  )
  return rows[0] ?? nothing
}
