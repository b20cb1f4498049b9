import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, first, minutes, second, third, now, imeis, freeImei } from '#server/db/testing/writer.ts'
import { finishAccount } from '#server/features/auth/finished-account.ts'
import { setClaimCode } from '#server/features/devices/claim-code-support.store.ts'
import { createClockCorrectionStore } from '#server/features/devices/clock-correction.store.ts'
import { createDeviceInventoryStore, type InventoryEntry } from '#server/features/devices/device-inventory.store.ts'
import { createDeviceOffersStore } from '#server/features/devices/device-offers.store.ts'
import { createDeviceRegistrationStore } from '#server/features/devices/device-registration.store.ts'
import { createDevicesStore } from '#server/features/devices/devices.store.ts'
import { createPositionRemovalsStore } from '#server/features/history/position-removals.store.ts'
import { startLicence } from '#server/features/licences/start-licence.ts'
import { hooks } from '#server/hooks.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'

export const devicesWriters: WorldPart = {
  async put(database) {
    const offers = createDeviceOffersStore(database, noQueue)
    await offers.offer({ ...offered(first, 'anna', 'bert'), expiresAt: minutes(1) })
    await offers.offer({ ...offered(second, 'bert', 'anna'), expiresAt: minutes(1) })
  },

  ownersChanges: [
    {
      name: 'a change of a device',
      isOwners: true,
      write: (on) => createDevicesStore(on, noQueue).change(first, deviceChange, now),
    },
  ],

  writers: [
    { name: 'an inventory import', write: (on) => createDeviceInventoryStore(on).importEntries(inventory, now) },
    {
      name: 'a claim code given by the support',
      write: (on) => setClaimCode(on, { imei: freeImei, codeHash: hashOf('code'), by: 'Kim', at: now }),
    },
    { name: 'Anna’s registration of a tracker', write: (on, id) => register(on, 'anna', id) },
    { name: 'Bert’s registration of the same', write: (on, id) => register(on, 'bert', id) },
    {
      name: 'a removal',
      isOwners: true,
      write: (on) => createDevicesStore(on, noQueue).remove({ id: first, userId: 'anna', now }),
    },
    {
      name: 'an own order',
      write: (on) => createDevicesStore(on, noQueue).putInOrder('anna', [third, first]),
    },
    { name: 'a hand-over from Anna to Bert', write: (on, id) => handOver(on, first, id, 'anna', 'bert') },
    { name: 'a hand-over from Bert to Anna', write: (on, id) => handOver(on, second, id, 'bert', 'anna') },
    {
      name: 'an offer of a device',
      isOwners: true,
      write: (on) =>
        createDeviceOffersStore(on, noQueue).offer({ ...offered(first, 'anna', 'bert'), expiresAt: minutes(2) }),
    },
    {
      name: 'an offer withdrawn',
      isOwners: true,
      write: (on) => createDeviceOffersStore(on, noQueue).withdraw(first, now),
    },
    {
      name: 'a correction of a clock',
      isOwners: true,
      write: (on) => createClockCorrectionStore(on, hooks).correctClock(first, 60),
    },
  ],
}

/** Anna's first device becomes Bert's, and what it left behind is gone. */
export async function handOverFirst(database: Database): Promise<void> {
  await handOver(database, first, 'handed-over', 'anna', 'bert')
  await createPositionRemovalsStore(database, hooks).workOff()
}

const inventory: InventoryEntry[] = ['350000000000009', ...imeis.toReversed()].map((imei) => ({
  imei,
  model: 'Spur 2',
  trackerId: `tracker-${imei}`,
  secretHash: hashOf(`secret of ${imei}`),
  decryptionSecret: null,
  clockOffsetMinutes: 0,
  speedUnit: null,
  claimCodeHash: null,
  unprovenProtocols: [],
}))

function register(database: Database, userId: string, id: string) {
  return createDeviceRegistrationStore(database, noQueue, { startLicence, finishAccount }).register({
    id,
    licence: { id, key: id },
    userId,
    imei: freeImei,
    deviceName: null,
    claimCodeHash: null,
    finishesAccount: false,
    maxDevices: 5,
    now,
  })
}

const offered = (id: string, userId: string, to: string) => {
  const token = `offer of ${id} to ${to}`
  const secret = { token, hash: hashOf(token) }
  return { id, userId, sessionId: `session-${userId}`, email: `${to}@example.org`, secret, at: now }
}

function handOver(database: Database, id: string, newId: string, from: string, to: string) {
  return createDeviceOffersStore(database, noQueue).handOver({
    id,
    userId: from,
    newId,
    recipientEmail: `${to}@example.org`,
    maxDevices: 5,
    now,
  })
}

const deviceChange = {
  deviceName: 'Reise',
  usageType: 'AUTO' as const,
  vehicleBrand: null,
  vehicleModel: null,
  vehiclePlate: null,
  notes: null,
}
