import { sql } from 'kysely'
import { trackingServerLimits } from '#contract/tracking/tracking-limits.ts'
import type { Database } from '#server/db/connection/database.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { type Writing, whileHolding } from '#server/db/transactions/locks.ts'

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
          isOver = await whileHolding(database, { turn: `position removal ${id}` }, (writing) =>
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
    .select(['device_ids', 'receipt_id', 'positions', 'days'])
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
 * Deletes a device's oldest positions. If they were all, the next portion is another device's. The database is given their
 * range, and may not sort all of the device's positions to find it: without that it expects so many that it reads them all
 * for each portion.
 */
async function removeOldest(writing: Writing, id: string, deviceId: string): Promise<void> {
  const { removedTogether } = trackingServerLimits
  await sql`set local enable_sort = off`.execute(writing)
  const { rows } = await sql<{ first: string | null; last: string | null; count: string }>`
    select min(recorded_at)::text as first, max(recorded_at)::text as last, count(*) as count from (
      select recorded_at from positions where device_id = ${deviceId} order by recorded_at limit ${removedTogether}
    ) as oldest`.execute(writing)
  const [oldest] = rows
  if (oldest === undefined) throw new Error('a count has one row')
  await sql`
    with removed as (
      delete from positions where device_id = ${deviceId}
        and recorded_at >= ${oldest.first}::timestamptz and recorded_at <= ${oldest.last}::timestamptz
      returning (recorded_at at time zone 'Europe/Berlin')::date as day
    )
    update position_removals set
      positions = positions + (select count(*) from removed),
      days = array(select unnest(days) union select day from removed),
      device_ids = case when ${Number(oldest.count) < removedTogether} then device_ids[2:] else device_ids end
    where id = ${id}`.execute(writing)
}
