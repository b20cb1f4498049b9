import type { AllParsed, Endpoint } from '#contract/base/endpoint.ts'
import { isAtLeast, type PersonRole, type VehicleRole } from '#contract/people/vehicle-role.ts'
import type { Caller } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'

/** A registered device with its owner. */
export interface OwnedDevice {
  id: string
  imei: string
  name: string
  userId: string
}

/** Finds a device with its owner, null where nobody has registered it. The feature that knows devices looks it up. */
export interface FindDevice {
  byId(deviceId: string): Promise<OwnedDevice | null>
  byImei(imei: string): Promise<OwnedDevice | null>
  /** With what a user is to it whom its owner has invited, at this time; null: nothing. */
  withRole(deviceId: string, userId: string): Promise<(OwnedDevice & { role: PersonRole | null }) | null>
}

/** A device with what its caller is to it, where others than its owner may call. */
export interface DeviceOfRole extends OwnedDevice {
  role: VehicleRole
}

/** The device that a handler gets; null where its parameter is optional and was left out. */
export type DeviceOf<E extends Endpoint> = E extends { owns: { by: PersonRole } }
  ? { device: DeviceOfRole }
  : E extends { owns: { device: infer Name } | { imei: infer Name } }
    ? { device: Name extends keyof AllParsed<E> ? OwnedDevice | Absent<AllParsed<E>[Name]> : never }
    : unknown

type Absent<Value> = undefined extends Value ? null : never

/** The validated parts of a request. */
interface Input {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Refuses a caller who does not own what they name. @returns the device, if they name one. */
type CheckOwner = (caller: Caller, input: Input) => Promise<OwnedDevice | DeviceOfRole | null>

/**
 * The one place where ownership is decided; null for endpoints that ask for none.
 * @throws {Problem} FORBIDDEN for somebody else's things, NOT_FOUND for a device id that does not exist.
 */
export function ownerCheck(endpoint: Endpoint, find: FindDevice): CheckOwner | null {
  const { owns } = endpoint
  if (owns === undefined) return null
  const check = checkOf(owns, find)
  const name = 'account' in owns ? owns.account : 'imei' in owns ? owns.imei : owns.device
  return async (caller, input) => {
    const value = valueOf(endpoint, input, name)
    return value === undefined ? null : check(caller, value)
  }
}

function checkOf(owns: NonNullable<Endpoint['owns']>, find: FindDevice) {
  if ('account' in owns) return ownAccount
  if ('imei' in owns) return (caller: Caller, imei: string) => ownDeviceOfImei(caller, imei, find)
  if ('by' in owns) return (caller: Caller, deviceId: string) => deviceByRole(caller, deviceId, owns.by, find)
  return (caller: Caller, deviceId: string) => ownDevice(caller, deviceId, find)
}

async function ownAccount(caller: Caller, userId: string): Promise<null> {
  if (caller.kind !== 'user' || caller.user.id !== userId) throw new Problem('FORBIDDEN')
  return null
}

async function ownDevice(caller: Caller, deviceId: string, find: FindDevice): Promise<OwnedDevice> {
  const device = await find.byId(deviceId)
  if (device === null) throw new Problem('NOT_FOUND')
  if (!isOwn(caller, device)) throw new Problem('FORBIDDEN')
  return device
}

/** A device of the caller, or one of which they are at least this. One statement reads whose it is and what they are to it. */
async function deviceByRole(
  caller: Caller,
  deviceId: string,
  least: PersonRole,
  find: FindDevice,
): Promise<DeviceOfRole> {
  if (caller.kind !== 'user' && caller.kind !== 'program') throw new Problem('FORBIDDEN')
  const device = await find.withRole(deviceId, caller.user.id)
  if (device === null) throw new Problem('NOT_FOUND')
  if (isOwn(caller, device)) return { ...device, role: 'OWNER' }
  // A program sees what its user owns, and not what others let that user see.
  if (caller.kind === 'program' || device.role === null || !isAtLeast(device.role, least))
    throw new Problem('FORBIDDEN')
  return { ...device, role: device.role }
}

/** Unlike ids, IMEIs can be guessed. So the answer does not show whether somebody has registered one. */
async function ownDeviceOfImei(caller: Caller, imei: string, find: FindDevice): Promise<OwnedDevice> {
  const device = await find.byImei(imei)
  if (device === null || !isOwn(caller, device)) throw new Problem('FORBIDDEN')
  return device
}

/** Whether devices may call this endpoint at all was decided before, by its access. */
function isOwn(caller: Caller, device: OwnedDevice): boolean {
  if (caller.kind === 'device') return caller.deviceId === device.id
  return (caller.kind === 'user' || caller.kind === 'program') && caller.user.id === device.userId
}

/** Only declared parts are read: no schema has checked the others. */
function valueOf(endpoint: Endpoint, input: Input, name: string): string | undefined {
  for (const part of ['params', 'query', 'body'] as const) {
    const fields: unknown = endpoint[part] === undefined ? undefined : input[part]
    if (typeof fields !== 'object' || fields === null || !Object.hasOwn(fields, name)) continue
    const value: unknown = Reflect.get(fields, name)
    if (typeof value === 'string') return value
  }
  return undefined
}
