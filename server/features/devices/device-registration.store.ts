import { timingSafeEqual } from 'node:crypto'
import type { Device } from '#contract/devices/devices.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import type { FinishAccount } from '#server/features/auth/finished-account.ts'
import type { StartLicence } from '#server/features/licences/start-licence.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { deviceAddedMail } from './device-mails.ts'
import { deviceCount, deviceOf, deviceRows } from './device-rows.ts'

export type Registration =
  /** `isNew` is false if the user had registered it before. */
  | { outcome: 'registered'; device: Device; isNew: boolean }
  /** Not in the inventory, or claimed without its code: the answer is the same for both. */
  | { outcome: 'unknown' }
  /** It belongs to somebody else. */
  | { outcome: 'assigned' }
  /** The user has as many devices as allowed. */
  | { outcome: 'full' }

/** What a registration changes of other features. */
export interface RegistrationOthers {
  startLicence: StartLicence
  finishAccount: FinishAccount
}

export type DeviceRegistrationStore = ReturnType<typeof createDeviceRegistrationStore>

/** Registers a device of the inventory for a user; the first one starts a licence. */
export function createDeviceRegistrationStore(
  database: Database,
  queue: Queue,
  { startLicence, finishAccount }: RegistrationOthers,
) {
  return {
    /**
     * Registers a device of the inventory for a user, with a START licence if it is the user's first.
     * An e-mail tells them. Registering one's own device again is no mistake: the answer is the device as it is. A claim code is needed if the
     * operator attached one that nobody has used yet.
     * @param request.finishesAccount whether it finishes the account: only one does, however many are tried at once.
     */
    register(request: {
      id: string
      licence: { id: string; key: string }
      userId: string
      imei: string
      deviceName: string | null
      claimCodeHash: Buffer | null
      finishesAccount: boolean
      maxDevices: number
      now: Date
    }): Promise<Registration> {
      // One registration at a time for this device, and for this user.
      const held = { trackers: { imeis: [request.imei] }, accounts: [request.userId] }
      return inTransaction(database, held, async (transaction) => {
        const sold = await transaction
          .selectFrom('device_inventory')
          .select(['model', 'claim_code_hash', 'claim_code_used_at'])
          .where('imei', '=', request.imei)
          .executeTakeFirst()
        if (sold === undefined) return { outcome: 'unknown' }
        const present = await deviceRows(transaction, request.now)
          .where('devices.imei', '=', request.imei)
          .executeTakeFirst()
        if (present !== undefined) {
          if (present.user_id !== request.userId) return { outcome: 'assigned' }
          if (request.finishesAccount) await finishAccount(transaction, request)
          return { outcome: 'registered', device: deviceOf(present), isNew: false }
        }
        const asksForCode = sold.claim_code_hash !== null && sold.claim_code_used_at === null
        if (asksForCode && !isSame(sold.claim_code_hash, request.claimCodeHash)) return { outcome: 'unknown' }
        if ((await deviceCount(transaction, request.userId)) >= request.maxDevices) return { outcome: 'full' }
        if (request.finishesAccount && !(await finishAccount(transaction, request))) return { outcome: 'unknown' }

        if (asksForCode) await useClaimCode(transaction, request.imei, request.now)
        const licenceId = await startLicence(transaction, request)
        await transaction
          .insertInto('devices')
          .values({
            id: request.id,
            imei: request.imei,
            user_id: request.userId,
            name: request.deviceName ?? sold.model,
            usage_type: 'MOTORRAD',
            licence_id: licenceId,
            registered_at: request.now,
            demo: false,
          })
          .execute()
        const { userId, id: deviceId, now: at } = request
        await recordActivity(transaction, { userId, deviceId, actor: 'owner', kind: 'device-added', at })
        await queue.enqueue(transaction, deviceAddedMail, { deviceId })
        const row = await deviceRows(transaction, request.now)
          .where('devices.id', '=', request.id)
          .executeTakeFirstOrThrow()
        return { outcome: 'registered', device: deviceOf(row), isNew: true }
      })
    },
  }
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one !== null && other !== null && timingSafeEqual(one, other)
}

async function useClaimCode(queries: Queries, imei: string, at: Date): Promise<void> {
  await queries.updateTable('device_inventory').set({ claim_code_used_at: at }).where('imei', '=', imei).execute()
}
