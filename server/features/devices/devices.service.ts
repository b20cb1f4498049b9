import { randomInt } from 'node:crypto'
import type { Device } from '#contract/devices.ts'
import type { Clock } from '#server/clock.ts'
import type { DevicesStore, Registration } from '#server/features/devices/devices.store.ts'
import type { KnownDevice } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import { randomId } from '#server/ids.ts'
import { hashOf } from '#server/secrets.ts'

/** Gives devices of the inventory to users. What the account's IMEI step needs of this room. */
export interface DeviceRegistry {
  register(request: { userId: string; imei: string; deviceName: string | null }): Promise<Registration>
}

export type DevicesService = ReturnType<typeof createDevicesService>

export function createDevicesService({
  store,
  clock,
  maxDevices,
}: {
  store: DevicesStore
  clock: Clock
  maxDevices: number
}) {
  return {
    list: (userId: string): Promise<Device[]> => store.list(userId, clock.now()),

    /** @throws {Problem} NOT_FOUND, or FORBIDDEN for somebody else's. */
    async owned(userId: string, deviceId: string): Promise<Device> {
      const found = await store.find(deviceId, clock.now())
      if (found === null) throw new Problem('NOT_FOUND')
      if (found.userId !== userId) throw new Problem('FORBIDDEN')
      return found.device
    },

    register: (request: { userId: string; imei: string; deviceName: string | null }): Promise<Registration> =>
      store.register({
        ...request,
        id: randomId(),
        licence: { id: randomId(), key: newLicenceKey() },
        maxDevices,
        now: clock.now(),
      }),

    async identify(secret: string): Promise<KnownDevice | null> {
      const found = await store.bySecret(hashOf(secret))
      return found === null ? null : { kind: 'device', ...found }
    },
  } satisfies DeviceRegistry & Record<string, unknown>
}

/** Letters and digits that are not mistaken for one another when read aloud or typed. */
const keyAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A key of 80 random bits in the form `WW-XXXX-XXXX-XXXX-XXXX`. */
export function newLicenceKey(): string {
  const group = () => Array.from({ length: 4 }, () => keyAlphabet[randomInt(keyAlphabet.length)]).join('')
  return ['WW', group(), group(), group(), group()].join('-')
}
