import type { Database } from '#server/db/connection/database.ts'

/** Finds a device's owner, before every call that only the owner may make. Null if nobody has registered it. */
export function createDeviceOwnersStore(database: Database) {
  const devices = () => database.selectFrom('devices').select(['id', 'imei', 'name', 'user_id as userId'])

  return {
    byId: async (deviceId: string) => (await devices().where('id', '=', deviceId).executeTakeFirst()) ?? null,
    byImei: async (imei: string) => (await devices().where('imei', '=', imei).executeTakeFirst()) ?? null,
  }
}
