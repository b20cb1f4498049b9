import { sql } from 'kysely'
import type { Queries } from '#server/db/connection/database.ts'

/** Whether a user owns a device. While the device is held, it can be neither handed over nor removed. */
export async function isOwned(queries: Queries, deviceId: string, userId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('devices')
    .select('id')
    .where('id', '=', deviceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a device with this id is registered. That cannot change while the device is held. */
export async function isThere(queries: Queries, deviceId: string): Promise<boolean> {
  const row = await queries.selectFrom('devices').select('id').where('id', '=', deviceId).executeTakeFirst()
  return row !== undefined
}

/** Whether a user owns all of these devices. As of `isOwned` while they are held. */
export async function areOwned(queries: Queries, deviceIds: readonly string[], userId: string): Promise<boolean> {
  const owned = await queries
    .selectFrom('devices')
    .select('id')
    .where('user_id', '=', userId)
    .where(sql<boolean>`id = any(${deviceIds}::text[])`)
    .execute()
  return owned.length === new Set(deviceIds).size
}
