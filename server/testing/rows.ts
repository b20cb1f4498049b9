import { hourMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'
import { createDeviceInventoryStore } from '#server/features/devices/device-inventory.store.ts'
import { hashOf } from '#server/platform/secrets.ts'

/* Rows that store tests start from. */

export async function insertUser(database: Database, id: string, at: Date): Promise<void> {
  await database
    .insertInto('users')
    .values({ id, email: `${id}@example.org`, password_hash: '', created_at: at, demo: false })
    .execute()
}

export async function insertInventory(database: Database, imei: string, at: Date, trackerId?: string): Promise<void> {
  await createDeviceInventoryStore(database).importEntries(
    [
      {
        imei,
        model: 'Testgerät',
        trackerId: trackerId ?? null,
        secretHash: null,
        decryptionSecret: null,
        unprovenProtocols: [],
        clockOffsetMinutes: 0,
        speedUnit: null,
        claimCodeHash: null,
      },
    ],
    at,
  )
}

/** A session of a user who must exist, with the id `session-` followed by the user's. */
export async function insertSession(database: Database, userId: string, at: Date): Promise<string> {
  const id = `session-${userId}`
  await database
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      token_hash: hashOf(id),
      client: '',
      created_at: at,
      last_used_at: at,
      expires_at: new Date(at.getTime() + hourMs),
    })
    .execute()
  return id
}

/** A device of a user who must exist; its IMEI goes into the inventory. */
export async function insertDevice(
  database: Database,
  device: { id: string; userId: string; imei: string },
  at: Date,
): Promise<void> {
  await insertInventory(database, device.imei, at)
  await database
    .insertInto('devices')
    .values({
      id: device.id,
      imei: device.imei,
      user_id: device.userId,
      name: 'Gerät',
      usage_type: 'MOTORRAD',
      registered_at: at,
      demo: false,
    })
    .execute()
}
