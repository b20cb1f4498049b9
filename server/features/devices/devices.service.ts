import { devicesLimits } from '#contract/devices/devices-limits.ts'
import { type Device, type DeviceChange, devices, isVehicleTooLong, vehicleTooLong } from '#contract/devices/devices.ts'
import type { ProblemCode } from '#contract/base/problem.ts'
import { dayMs } from '#contract/base/time-units.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Attempts } from '#server/db/transactions/attempts.ts'
import { hashOfClaimCode } from './claim-code-hash.ts'
import type { ClockCorrectionStore } from './clock-correction.store.ts'
import type { DeviceInventoryStore } from './device-inventory.store.ts'
import type { DeviceOffersStore } from './device-offers.store.ts'
import type { DeviceRegistrationStore, Registration } from './device-registration.store.ts'
import type { DevicesStore } from './devices.store.ts'
import type { KnownDevice, SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import { takeAttempt } from '#server/platform/take-attempt.ts'
import { randomId } from '#server/platform/ids.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { createSecret, hashOf } from '#server/platform/secrets.ts'

/** What a user states to claim a device. */
interface Claim {
  imei: string
  deviceName: string | null
  claimCode: string | null
}

/** Registers devices of the inventory for users. The account's IMEI step needs only this of the feature. */
export interface DeviceRegistry {
  /** @param request.finishesAccount whether it proves the purchase, which an account needs once. */
  register(request: Claim & { userId: string; finishesAccount: boolean }): Promise<Registration>
  list(userId: string): Promise<Device[]>
}

const { additions } = devices.registerImei.limit.rules

/** A device that the user already has is answered like any other taken IMEI: the list shows that it is there. */
const additionRefusals = {
  registered: 'IMEI_ALREADY_ASSIGNED',
  assigned: 'IMEI_ALREADY_ASSIGNED',
  unknown: 'IMEI_NOT_AVAILABLE',
  full: 'DEVICE_LIMIT_REACHED',
} as const satisfies Record<Registration['outcome'], ProblemCode>

export type DevicesService = ReturnType<typeof createDevicesService>

export function createDevicesService({
  store,
  inventory,
  clocks,
  registration,
  offers,
  messages,
  attempts,
  clock,
  newLicenceKey,
  maxDevices,
}: {
  store: DevicesStore
  inventory: Pick<DeviceInventoryStore, 'bySecret'>
  clocks: ClockCorrectionStore
  registration: DeviceRegistrationStore
  offers: Pick<DeviceOffersStore, 'offer' | 'withdraw' | 'byToken' | 'handOver'>
  messages: Pick<Messages, 'wake'>
  attempts: Attempts
  newLicenceKey: () => string
  clock: Clock
  maxDevices: number
}) {
  /** @throws {Problem} NOT_FOUND where it was removed meanwhile. */
  const show = async (deviceId: string): Promise<Device> => {
    const device = await store.find(deviceId, clock.now())
    if (device === null) throw new Problem('NOT_FOUND')
    return device
  }

  const register: DeviceRegistry['register'] = ({ claimCode, ...request }) =>
    registration.register({
      ...request,
      claimCodeHash: claimCode === null ? null : hashOfClaimCode(request.imei, claimCode),
      id: randomId(),
      licence: { id: randomId(), key: newLicenceKey() },
      maxDevices,
      now: clock.now(),
    })

  return {
    show,
    register,

    list: (userId: string): Promise<Device[]> => store.list(userId, clock.now()),

    /** @throws {Problem} NOT_FOUND where one of them is not the user's, or not any more. */
    async putInOrder(userId: string, deviceIds: readonly string[]): Promise<void> {
      if (!(await store.putInOrder(userId, deviceIds))) throw new Problem('NOT_FOUND')
    },

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

    async change(deviceId: string, change: DeviceChange): Promise<Device> {
      const { vehicleBrand, vehicleModel } = change
      if ((vehicleBrand === undefined) !== (vehicleModel === undefined)) {
        const before = await show(deviceId)
        const parts = [vehicleBrand === undefined ? before.vehicleBrand : vehicleBrand]
        parts.push(vehicleModel === undefined ? before.vehicleModel : vehicleModel)
        if (isVehicleTooLong(parts)) throw new Problem('VALIDATION_ERROR', { fields: { vehicleModel: vehicleTooLong } })
      }
      await store.change(deviceId, change, clock.now())
      return show(deviceId)
    },

    /** It works from now on: fixes that were discarded before stay discarded. */
    async correctClock(deviceId: string, aheadMinutes: number): Promise<Device> {
      if (!(await clocks.correctClock(deviceId, aheadMinutes))) throw new Problem('CLOCK_CHANGED')
      return show(deviceId)
    },

    async remove(userId: string, deviceId: string): Promise<void> {
      const outcome = await store.remove({ id: deviceId, userId, now: clock.now() })
      if (outcome === 'missed') throw new Problem('VEHICLE_MISSED')
      if (outcome === 'gone') throw new Problem('NOT_FOUND')
    },

    /** For the dialogue to add a device: five tries an hour, successful or not (specification, section 9). */
    async add(userId: string, request: Claim): Promise<Device> {
      const imei = request.imei.replaceAll(/[\s-]/g, '')
      if (!/^\d{15}$/.test(imei)) throw new Problem('INVALID_IMEI_FORMAT')
      await takeAttempt(attempts, additions, userId)
      const name = request.deviceName === '' ? null : request.deviceName
      const claim = { imei, deviceName: name, claimCode: request.claimCode }
      const registered = await register({ ...claim, userId, finishesAccount: false })
      if (registered.outcome === 'registered' && registered.isNew) return registered.device
      throw new Problem(additionRefusals[registered.outcome])
    },

    /** The device that was registered last. @throws {Problem} NOT_FOUND when there is none. */
    async newest(userId: string): Promise<Device> {
      const own = await store.list(userId, clock.now())
      const device = own.toSorted((one, other) => Date.parse(one.registeredAt) - Date.parse(other.registeredAt)).at(-1)
      if (device === undefined) throw new Problem('NOT_FOUND')
      return device
    },

    /** The device stays until the offer is accepted, so that nothing shows whether an address has an account. */
    async offer({ user, sessionId }: SignedIn, deviceId: string, email: string): Promise<void> {
      if (email.toLowerCase() === user.email.toLowerCase())
        throw new Problem('VALIDATION_ERROR', { fields: { email: 'Das ist Ihre eigene E-Mail-Adresse.' } })
      const at = clock.now()
      const expiresAt = new Date(at.getTime() + devicesLimits.offerDays * dayMs)
      const secret = createSecret()
      const outcome = await offers.offer({ id: deviceId, userId: user.id, sessionId, email, expiresAt, secret, at })
      if (outcome === 'gone') throw new Problem('NOT_FOUND')
      if (outcome === 'missed') throw new Problem('VEHICLE_MISSED')
      if (outcome === 'signed out') throw new Problem('UNAUTHORIZED')
      await messages.wake()
    },

    withdrawOffer: (deviceId: string): Promise<void> => offers.withdraw(deviceId, clock.now()),

    /** By the mailed link: somebody who reads the mailbox moves the device to the account of that address. */
    async accept(token: string): Promise<{ deviceModel: string; email: string }> {
      const now = clock.now()
      const offer = await offers.byToken(hashOf(token), now)
      if (offer === null) throw new Problem('OFFER_OVER')
      const { deviceId: id, userId, email: recipientEmail } = offer
      const outcome = await offers.handOver({ id, userId, newId: randomId(), recipientEmail, maxDevices, now })
      if (outcome === 'gone') throw new Problem('OFFER_OVER')
      if (outcome === 'missed') throw new Problem('OFFER_RESTS')
      if (outcome === 'no recipient') throw new Problem('RECIPIENT_NOT_FOUND')
      if (outcome === 'full') throw new Problem('DEVICE_LIMIT_REACHED')
      return { deviceModel: offer.model, email: recipientEmail }
    },

    async identify(secret: string): Promise<KnownDevice | null> {
      const found = await inventory.bySecret(hashOf(secret))
      return found === null ? null : { kind: 'device', ...found }
    },
  }
}
