import { type Device, type DeviceChange, devices } from '#contract/devices.ts'
import { limits } from '#contract/limits.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Clock } from '#server/clock.ts'
import type { Attempts } from '#server/db/attempts.ts'
import { hashOfClaimCode } from './claim-code-hash.ts'
import type { DeviceOffersStore } from './device-offers.store.ts'
import { deviceHandedOverMail, deviceOfferMail } from './devices.jobs.ts'
import type { DevicesStore, Registration } from './devices.store.ts'
import type { KnownDevice, SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import { randomId } from '#server/ids.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { hashOf } from '#server/secrets.ts'

/** What somebody says who claims a device. */
interface Claim {
  imei: string
  deviceName: string | null
  claimCode: string | null
}

/** Gives devices of the inventory to users. What the account's IMEI step needs of this room. */
export interface DeviceRegistry {
  /** @param request.finishesAccount it proves the purchase, which an account needs once. */
  register(request: Claim & { userId: string; finishesAccount: boolean }): Promise<Registration>
  list(userId: string): Promise<Device[]>
}

const { additions } = devices.registerImei.limit.rules

/** Adding what one already has is told like any other taken IMEI: the list shows that it is there. */
const additionRefusals = {
  registered: 'IMEI_ALREADY_ASSIGNED',
  assigned: 'IMEI_ALREADY_ASSIGNED',
  unknown: 'IMEI_NOT_AVAILABLE',
  full: 'DEVICE_LIMIT_REACHED',
} as const satisfies Record<Registration['outcome'], ProblemCode>

export type DevicesService = ReturnType<typeof createDevicesService>

export function createDevicesService({
  store,
  offers,
  attempts,
  clock,
  jobs,
  newLicenceKey,
  maxDevices,
  onAdded,
}: {
  store: DevicesStore
  offers: Pick<DeviceOffersStore, 'offer' | 'withdraw' | 'byToken'>
  attempts: Attempts
  newLicenceKey: () => string
  clock: Clock
  jobs: Pick<Jobs, 'send'>
  maxDevices: number
  /** A device of the inventory has become a user's. */
  onAdded: (deviceId: string) => Promise<void>
}) {
  /** @throws {Problem} NOT_FOUND, or FORBIDDEN for somebody else's. */
  const owned = async (userId: string, deviceId: string): Promise<Device> => {
    const found = await store.find(deviceId, clock.now())
    if (found === null) throw new Problem('NOT_FOUND')
    if (found.userId !== userId) throw new Problem('FORBIDDEN')
    return found.device
  }

  const register: DeviceRegistry['register'] = async ({ claimCode, ...request }) => {
    const registered = await store.register({
      ...request,
      claimCodeHash: claimCode === null ? null : hashOfClaimCode(request.imei, claimCode),
      id: randomId(),
      licence: { id: randomId(), key: newLicenceKey() },
      maxDevices,
      now: clock.now(),
    })
    if (registered.outcome === 'registered' && registered.isNew) await onAdded(registered.device.id)
    return registered
  }

  return {
    owned,
    register,

    list: (userId: string): Promise<Device[]> => store.list(userId, clock.now()),

    async statusOverview(userId: string) {
      const all = await store.list(userId, clock.now())
      return {
        totalDevices: all.length,
        onlineDevices: all.filter(({ isOnline }) => isOnline).length,
        licensedDevices: all.filter(({ hasActiveLicense }) => hasActiveLicense).length,
        devicesWithPosition: all.filter(({ hasPosition }) => hasPosition).length,
        maxDevices,
      }
    },

    async change(userId: string, deviceId: string, change: DeviceChange): Promise<Device> {
      await owned(userId, deviceId)
      await store.change(deviceId, change)
      return owned(userId, deviceId)
    },

    /** From now on: what was lost before stays lost. */
    async correctClock(userId: string, deviceId: string, aheadMinutes: number): Promise<Device> {
      await owned(userId, deviceId)
      if (!(await store.correctClock(deviceId, aheadMinutes))) throw new Problem('CLOCK_CHANGED')
      return owned(userId, deviceId)
    },

    async remove(userId: string, deviceId: string): Promise<void> {
      await owned(userId, deviceId)
      if (!(await store.remove({ id: deviceId, userId, now: clock.now() }))) throw new Problem('NOT_FOUND')
    },

    /** The add-device dialogue: five tries an hour, successful or not (specification, section 9). */
    async add(userId: string, request: Claim): Promise<Device> {
      const imei = request.imei.replaceAll(/[\s-]/g, '')
      if (!/^\d{15}$/.test(imei)) throw new Problem('INVALID_IMEI_FORMAT')
      const taken = await attempts.take(additions, userId)
      if (!taken.allowed) throw new Problem('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds })
      const name = request.deviceName === '' ? null : request.deviceName
      const claim = { imei, deviceName: name, claimCode: request.claimCode }
      const registered = await register({ ...claim, userId, finishesAccount: false })
      if (registered.outcome === 'registered' && registered.isNew) return registered.device
      throw new Problem(additionRefusals[registered.outcome])
    },

    /** The device that was registered last. @throws {Problem} NOT_FOUND when there is none. */
    async newest(userId: string): Promise<Device> {
      const device = (await store.list(userId, clock.now())).at(-1)
      if (device === undefined) throw new Problem('NOT_FOUND')
      return device
    },

    /** The device stays until it is accepted, so that nothing says whether an address has an account. */
    async offer({ user, sessionId }: SignedIn, deviceId: string, email: string): Promise<void> {
      await owned(user.id, deviceId)
      if (email.toLowerCase() === user.email.toLowerCase())
        throw new Problem('VALIDATION_ERROR', { fields: { email: 'Das ist Ihre eigene E-Mail-Adresse.' } })
      const expiresAt = new Date(clock.now().getTime() + limits.devices.offerDays * 24 * 60 * 60_000)
      const outcome = await offers.offer({ id: deviceId, userId: user.id, sessionId, email, expiresAt })
      if (outcome === 'gone') throw new Problem('NOT_FOUND')
      if (outcome === 'signed out') throw new Problem('UNAUTHORIZED')
      await jobs.send(deviceOfferMail, { deviceId, email })
    },

    async withdrawOffer(userId: string, deviceId: string): Promise<void> {
      await owned(userId, deviceId)
      await offers.withdraw(deviceId)
    },

    /** By the mailed link: whoever reads the mailbox takes the device into the account of that address. */
    async accept(token: string): Promise<{ deviceModel: string; email: string }> {
      const now = clock.now()
      const offer = await offers.byToken(hashOf(token), now)
      if (offer === null) throw new Problem('OFFER_OVER')
      const { deviceId: id, userId, email: recipientEmail } = offer
      const outcome = await store.handOver({ id, userId, newId: randomId(), recipientEmail, maxDevices, now })
      if (outcome === 'gone') throw new Problem('OFFER_OVER')
      if (outcome === 'no recipient') throw new Problem('RECIPIENT_NOT_FOUND')
      if (outcome === 'full') throw new Problem('DEVICE_LIMIT_REACHED')
      await jobs.send(deviceHandedOverMail, { email: offer.ownerEmail, model: offer.model })
      return { deviceModel: offer.model, email: recipientEmail }
    },

    async identify(secret: string): Promise<KnownDevice | null> {
      const found = await store.bySecret(hashOf(secret))
      return found === null ? null : { kind: 'device', ...found }
    },
  }
}
