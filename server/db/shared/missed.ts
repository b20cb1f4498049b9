import { sql } from 'kysely'
import type { StateChange } from '#domain/dossier/dossier.ts'
import type { Queries } from '#server/db/connection/database.ts'

/** Whether the owner of a device of `devices` has stated that it is stolen, or may be: by their last statement. */
export const isMissed = sql<boolean>`
  coalesce((select state in ('STOLEN', 'SUSPICIOUS') from dossier_changes
    where dossier_changes.device_id = devices.id order by since desc, id desc limit 1), false)`

/** The same of one device. While it is held, its owner states nothing else. */
export async function isVehicleMissed(queries: Queries, deviceId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('devices')
    .select(isMissed.as('is_missed'))
    .where('id', '=', deviceId)
    .executeTakeFirst()
  return row?.is_missed === true
}

/** All that the owner of a device has stated, oldest first. */
export async function statementsOf(queries: Queries, deviceId: string): Promise<StateChange[]> {
  const rows = await queries
    .selectFrom('dossier_changes')
    .select(['state', 'since', 'set_at', 'shown_from', 'undo_until'])
    .where('device_id', '=', deviceId)
    .orderBy('id')
    .execute()
  return rows.map(({ state, since, set_at: setAt, shown_from: shownFrom, undo_until: undoUntil }) => ({
    state,
    since,
    setAt,
    ...(shownFrom !== null && { shownFrom }),
    ...(undoUntil !== null && { undoUntil }),
  }))
}
