import { minuteMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'
import { finishAccount } from '#server/features/auth/finished-account.ts'
import { startLicence } from '#server/features/licences/start-licence.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'
import type { InventoryEntry } from '#server/features/devices/device-inventory.store.ts'
import { createDeviceRegistrationStore } from '#server/features/devices/device-registration.store.ts'

/* Data that the tests of inventory, registration, devices and offers start from. */

export const now = new Date('2026-11-21T12:00:00Z')
export const minutes = (count: number) => new Date(now.getTime() + count * minuteMs)
export const imei = '350000000000001'

/** A sold tracker as the operator enters it. */
export const entry: InventoryEntry = {
  imei,
  model: 'Spur',
  trackerId: 'T-1',
  secretHash: hashOf('secret'),
  decryptionSecret: null,
  unprovenProtocols: [],
  clockOffsetMinutes: 0,
  speedUnit: null,
  claimCodeHash: null,
}

/** Registers devices of one test, each with ids of its own. */
export function registering(database: Database, queue = noQueue) {
  const store = createDeviceRegistrationStore(database, queue, { startLicence, finishAccount })
  let keys = 0
  return (
    userId: string,
    registeredImei = imei,
    maxDevices = 5,
    claimCodeHash: Buffer | null = null,
    finishesAccount = false,
  ) => {
    keys += 1
    return store.register({
      id: `device-${keys}`,
      licence: { id: `licence-${keys}`, key: `key-${keys}` },
      userId,
      imei: registeredImei,
      deviceName: null,
      claimCodeHash,
      finishesAccount,
      maxDevices,
      now,
    })
  }
}
