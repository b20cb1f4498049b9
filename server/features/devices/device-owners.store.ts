import { isPersonNow } from '#server/db/shared/vehicle-people.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/db/connection/database.ts'

/** Finds a device's owner, before every call that only the owner may make. Null if nobody has registered it. */
export function createDeviceOwnersStore(database: Database, clock: Pick<Clock, 'now'>) {
  const devices = () =>
    database.selectFrom('devices').select(['devices.id', 'devices.imei', 'devices.name', 'devices.user_id as userId'])

  return {
    byId: async (deviceId: string) => (await devices().where('devices.id', '=', deviceId).executeTakeFirst()) ?? null,
    /** With what a user is to it whom its owner has invited; null: nothing. */
    withRole: async (deviceId: string, userId: string) =>
      (await devices()
        .leftJoin('vehicle_people', (join) =>
          join
            .onRef('device_id', '=', 'devices.id')
            .on('vehicle_people.user_id', '=', userId)
            .on(isPersonNow(clock.now())),
        )
        .select('vehicle_people.role')
        .where('devices.id', '=', deviceId)
        .executeTakeFirst()) ?? null,
    byImei: async (imei: string) => (await devices().where('imei', '=', imei).executeTakeFirst()) ?? null,
  }
}
