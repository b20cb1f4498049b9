import { sql } from 'kysely'
import type { LicenceType } from '#contract/licences/licence-type.ts'
import type { Licence } from '#contract/licences/licences.ts'
import { recordForOwner } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { isOwned } from '#server/db/shared/owned-device.ts'
import { endUnlicensedRecording } from '#server/db/shared/unlicensed-recording.ts'
import type { SetLicence } from '#server/features/devices/licence-seats.ts'

/** Why a licence could not be given to a device. */
export type LicenceRefusal =
  | 'LICENSE_NOT_FOUND'
  | 'LICENSE_NOT_ON_DEVICE'
  | 'LICENSE_IN_USE'
  | 'LICENSE_EXPIRED'
  | 'NO_SEAT_LEFT'
  | 'FORBIDDEN'

export type LicencesStore = ReturnType<typeof createLicencesStore>

/**
 * Licences and the devices that use them. Every change locks the licence with its devices, so that two changes at once
 * cannot take the same seat.
 */
export function createLicencesStore(database: Database, setLicence: SetLicence) {
  const store = {
    /** New licences that belong to nobody until their key is activated. */
    async issue(
      licences: readonly { id: string; key: string; type: LicenceType; days: number; seats: number }[],
      at: Date,
    ) {
      await database
        .insertInto('licences')
        .values(
          licences.map(({ id, key, type, days, seats }) => ({
            id,
            user_id: null,
            licence_type: type,
            licence_key: key,
            seats,
            days,
            expires_at: null,
            created_at: at,
            demo: false,
          })),
        )
        .execute()
    },

    list: (userId: string): Promise<Licence[]> => licencesOf(database, userId),

    /**
     * Makes a key the user's licence, starts its days, and assigns it to the device if one is named: all or nothing. It is
     * no mistake if the licence is already the user's.
     */
    async activate(request: {
      userId: string
      key: string
      deviceId: string | null
      now: Date
    }): Promise<{ licence: Licence } | { refused: LicenceRefusal }> {
      const licence = await withKey(database, request.key)
      if (licence === null) return { refused: 'LICENSE_NOT_FOUND' }
      const devices = request.deviceId === null ? [] : [request.deviceId]
      const held = { trackers: { ofDevices: devices }, licences: [licence.id], devices }
      return inTransaction(database, held, async (transaction) => {
        const row = await withKey(transaction, request.key)
        if (row === null) return { refused: 'LICENSE_NOT_FOUND' }
        if (row.user_id !== null && row.user_id !== request.userId) return { refused: 'LICENSE_IN_USE' }
        if (row.expires_at !== null && row.expires_at <= request.now) return { refused: 'LICENSE_EXPIRED' }
        if (request.deviceId !== null) {
          const refused = await seatRefused(transaction, request.userId, row.id, row.seats, request.deviceId)
          if (refused !== null) return { refused }
          await endUnlicensedRecording(transaction, [request.deviceId], request.now)
          await setLicence(transaction, [request.deviceId], row.id)
          await recordSeat(transaction, 'licence-assigned', request.deviceId, request.now)
        }
        await transaction
          .updateTable('licences')
          .set({
            user_id: request.userId,
            expires_at: sql`coalesce(expires_at, ${request.now}::timestamptz + days * interval '1 day')`,
          })
          .where('id', '=', row.id)
          .execute()
        return one(transaction, request.userId, row.id)
      })
    },

    /** Assigns a licence to a device, taking it from `fromDeviceId` if one is named. */
    assign(request: {
      userId: string
      licenceId: string
      deviceId: string
      fromDeviceId: string | null
      now: Date
    }): Promise<{ licence: Licence } | { refused: LicenceRefusal }> {
      const { userId, licenceId, deviceId, fromDeviceId } = request
      const leaving = fromDeviceId === null ? [deviceId] : [deviceId, fromDeviceId]
      const held = { trackers: { ofDevices: leaving }, licences: [licenceId], devices: leaving }
      return inTransaction(database, held, async (transaction) => {
        const licence = await own(transaction, userId, licenceId)
        if (licence === null) return { refused: 'LICENSE_NOT_FOUND' }
        if (licence.expiresAt === null || licence.expiresAt <= request.now) return { refused: 'LICENSE_EXPIRED' }
        // First: where another tab has moved it meanwhile, its seats may be taken, too, but that is not what went wrong.
        if (fromDeviceId !== null && !(await isOn(transaction, userId, licenceId, fromDeviceId))) {
          return { refused: 'LICENSE_NOT_ON_DEVICE' }
        }
        const refused = await seatRefused(transaction, userId, licenceId, licence.seats, deviceId, leaving)
        if (refused !== null) return { refused }
        await endUnlicensedRecording(transaction, leaving, request.now)
        if (fromDeviceId !== null) {
          await setLicence(transaction, [fromDeviceId], null)
          await recordSeat(transaction, 'licence-released', fromDeviceId, request.now)
        }
        await setLicence(transaction, [deviceId], licenceId)
        await recordSeat(transaction, 'licence-assigned', deviceId, request.now)
        await endUnlicensedRecording(transaction, leaving, request.now)
        return one(transaction, request.userId, request.licenceId)
      })
    },

    async release(request: {
      userId: string
      licenceId: string
      now: Date
    }): Promise<{ licence: Licence } | { refused: LicenceRefusal }> {
      const known = await devicesWith(database, request.licenceId)
      const held = { trackers: { ofDevices: known }, licences: [request.licenceId] }
      const released = await inTransaction(database, held, async (transaction) => {
        if ((await own(transaction, request.userId, request.licenceId)) === null) {
          return { refused: 'LICENSE_NOT_FOUND' } as const
        }
        const deviceIds = await devicesWith(transaction, request.licenceId)
        // It was assigned to another device before it was locked.
        if (deviceIds.some((id) => !known.includes(id))) return 'again'
        await endUnlicensedRecording(transaction, deviceIds, request.now)
        await setLicence(transaction, deviceIds, null)
        await endUnlicensedRecording(transaction, deviceIds, request.now)
        for (const id of deviceIds) await recordSeat(transaction, 'licence-released', id, request.now)
        return one(transaction, request.userId, request.licenceId)
      })
      return released === 'again' ? store.release(request) : released
    },
  }
  return store
}

function recordSeat(
  transaction: Queries,
  kind: 'licence-assigned' | 'licence-released',
  deviceId: string,
  at: Date,
): Promise<void> {
  return recordForOwner(transaction, { deviceId, actor: 'owner', kind, at })
}

async function devicesWith(queries: Queries, licenceId: string): Promise<string[]> {
  const rows = await queries.selectFrom('devices').select('id').where('licence_id', '=', licenceId).execute()
  return rows.map(({ id }) => id)
}

async function withKey(queries: Queries, key: string) {
  const row = await queries
    .selectFrom('licences')
    .select(['id', 'user_id', 'expires_at', 'seats'])
    .where('licence_key', '=', key)
    .executeTakeFirst()
  return row ?? null
}

async function own(queries: Queries, userId: string, licenceId: string) {
  const row = await queries
    .selectFrom('licences')
    .select(['seats', 'expires_at'])
    .where('id', '=', licenceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row === undefined ? null : { seats: row.seats, expiresAt: row.expires_at }
}

/** Why a device may not use a licence: it is not the user's, or all seats are in use. */
async function seatRefused(
  queries: Queries,
  userId: string,
  licenceId: string,
  seats: number,
  deviceId: string,
  /** Devices whose seats do not count: the one that gets it, and one that gives it up. */
  leaving: readonly string[] = [deviceId],
): Promise<LicenceRefusal | null> {
  if (!(await isOwned(queries, deviceId, userId))) return 'FORBIDDEN'
  const others = await queries
    .selectFrom('devices')
    .select('id')
    .where('licence_id', '=', licenceId)
    .where('id', 'not in', leaving)
    .execute()
  return others.length >= seats ? 'NO_SEAT_LEFT' : null
}

/** Whether a device is the user's and uses the licence. */
async function isOn(queries: Queries, userId: string, licenceId: string, deviceId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('devices')
    .select('id')
    .where('id', '=', deviceId)
    .where('user_id', '=', userId)
    .where('licence_id', '=', licenceId)
    .executeTakeFirst()
  return row !== undefined
}

async function one(
  queries: Queries,
  userId: string,
  id: string,
): Promise<{ licence: Licence } | { refused: LicenceRefusal }> {
  const licence = (await licencesOf(queries, userId)).find((candidate) => candidate.id === id)
  return licence === undefined ? { refused: 'LICENSE_NOT_FOUND' } : { licence }
}

async function licencesOf(queries: Queries, userId: string): Promise<Licence[]> {
  const rows = await queries
    .selectFrom('licences')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const devices = await queries
    .selectFrom('devices')
    .select(['id', 'name', 'licence_id'])
    .where('user_id', '=', userId)
    .where('licence_id', 'is not', null)
    .orderBy('place_in_order')
    .orderBy('registered_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const users = devices.filter(({ licence_id }) => licence_id === row.id)
    return {
      id: row.id,
      licenseType: row.licence_type,
      licenseKey: row.licence_key,
      expiresAt: row.expires_at?.toISOString() ?? null,
      deviceCount: users.length,
      seats: row.seats,
      devices: users.map(({ id, name }) => ({ id, deviceName: name })),
      demo: row.demo,
    }
  })
}
