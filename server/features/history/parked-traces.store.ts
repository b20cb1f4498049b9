import { sql } from 'kysely'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { type KeptTrace, type Period, reduceParked } from '#domain/history/parked-trace.ts'
import { positionsIn } from '#domain/history/position-page.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { ofAllDevices } from '#server/db/transactions/portions.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { recordedDevices } from '#server/db/shared/recorded-device.ts'
import { readPage } from './stored-page.ts'

export type ParkedTracesStore = ReturnType<typeof createParkedTracesStore>

/** Reduces what is stored of parked vehicles in the mode THEFT to their place and the time. */
export function createParkedTracesStore(database: Database) {
  return {
    /** The devices in the mode THEFT that have reported since `since`. */
    async reporting(since: Date, now: Date): Promise<string[]> {
      const rows = await ofAllDevices(database, (isInPortion) =>
        recordedDevices(database, now, ['THEFT'])
          .innerJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
          .where('device_inventory.last_active_at', '>=', since)
          .where('devices.demo', '=', false)
          .where(isInPortion)
          .select('devices.id')
          .orderBy('devices.id')
          .execute(),
      )
      return rows.map(({ id }) => id)
    },

    /**
     * Reduces one device's positions, a page at a time, while no report of it is processed.
     * @param fromStart also what was reduced before: what a tracker sent later may lie there.
     * @returns how many positions were deleted.
     */
    async reduce(deviceId: string, now: Date, { fromStart }: { fromStart: boolean }): Promise<number> {
      let deleted = 0
      let from = fromStart ? new Date(0) : null
      for (;;) {
        const step = await inTransaction(database, { trackers: { ofDevices: [deviceId] } }, (transaction) =>
          reducePage(transaction, deviceId, from, now),
        )
        deleted += step?.deleted ?? 0
        if (step === null || !step.goesOn) return deleted
        from = step.reducedUntil
      }
    },
  }
}

/** @param from null: where the last time ended. Null if the device is no longer recorded in the mode THEFT. */
async function reducePage(transaction: Queries, deviceId: string, from: Date | null, now: Date) {
  const settings = await recordedDevices(transaction, now, ['THEFT'])
    .leftJoin('position_ends', 'position_ends.device_id', 'devices.id')
    .where('devices.id', '=', deviceId)
    .select(['tracking_settings.enabled_at', 'position_ends.reduced_until'])
    .executeTakeFirst()
  if (settings === undefined || settings.enabled_at === null) return null
  // What another mode stored before is wanted as it is.
  const begin = later(settings.enabled_at, from ?? settings.reduced_until ?? settings.enabled_at)
  const page = await readPage(
    transaction,
    sql`select * from positions where device_id = ${deviceId} and recorded_at >= ${begin}
      order by recorded_at limit ${trackingLimits.historyPageRows}`,
  )
  if (page === undefined) return null
  const positions = positionsIn(page)
  const { deleted, reducedUntil } = reduceParked(positions, await keptTrace(transaction, deviceId, begin))
  if (deleted.length > 0) {
    await sql`
      delete from positions where device_id = ${deviceId}
        and recorded_at = any(${deleted.map((time) => new Date(time).toISOString())}::timestamptz[])`.execute(
      transaction,
    )
  }
  await transaction
    .insertInto('position_ends')
    .values({ device_id: deviceId, reduced_until: reducedUntil })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ reduced_until: reducedUntil }))
    .execute()
  const isFull = positions.length === trackingLimits.historyPageRows
  const advances = deleted.length > 0 || (reducedUntil !== null && reducedUntil > begin)
  return { deleted: deleted.length, reducedUntil, goesOn: isFull && advances }
}

/** What alarms and the owner's suspicion keep of a device's positions since an instant. */
async function keptTrace(transaction: Queries, deviceId: string, since: Date): Promise<KeptTrace> {
  const changes = await transaction
    .selectFrom('dossier_changes')
    .select(['state', sql<Date>`coalesce(shown_from, since)`.as('since')])
    .where('device_id', '=', deviceId)
    .orderBy('since')
    .orderBy('id')
    .execute()
  const suspicions = changes.flatMap(({ state, since: begun }, index): Period[] =>
    state === 'STOLEN' || state === 'SUSPICIOUS' ? [{ since: begun, until: changes[index + 1]?.since ?? null }] : [],
  )
  const fixTimes = await sql<{ at: Date }>`
    select recorded_at as at from alarms where device_id = ${deviceId} and recorded_at >= ${since}
    union all
    select untold_fix_at from alarm_guards where device_id = ${deviceId} and untold_fix_at is not null`.execute(
    transaction,
  )
  return { suspicions, fixTimes: new Set(fixTimes.rows.map(({ at }) => at.getTime())) }
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other
}
