import { type RawBuilder, sql } from 'kysely'
import { processServerLimits } from '#contract/limits/process-limits.ts'
import { hourSeconds } from '#contract/base/time-units.ts'
import { seconds, texts } from '#server/db/transactions/array-parameters.ts'
import type { Queries } from '#server/db/connection/database.ts'

/**
 * The statement that notes the last sign of life of trackers, by IMEI. One that was noted when a clock was far ahead is
 * replaced by an earlier one.
 */
export function markingActive(seen: ReadonlyMap<string, Date>): RawBuilder<unknown> {
  const aheadSeconds = processServerLimits.ownClockAheadHours * hourSeconds
  return sql`
    update device_inventory set last_active_at = case
      when last_active_at > to_timestamp(seen.at + ${aheadSeconds}::double precision) then to_timestamp(seen.at)
      else greatest(last_active_at, to_timestamp(seen.at)) end
    from unnest(${texts([...seen.keys()])}::text[], ${seconds([...seen.values()])}::double precision[])
      as seen (imei, at)
    where device_inventory.imei = seen.imei`
}

/**
 * Notes when a device's owner loses it, while no report of it is stored: none can leave a position behind. The tracker's
 * last sign of life is forgotten, too: it belongs to the former owner.
 */
export async function noteRelease(queries: Queries, deviceId: string, now: Date): Promise<void> {
  await queries
    .updateTable('device_inventory')
    .set({ released_at: now, last_active_at: null })
    .where('imei', '=', queries.selectFrom('devices').select('imei').where('id', '=', deviceId))
    .execute()
}
