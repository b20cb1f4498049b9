import { type Device, type DeviceChange, deviceChange } from '#contract/devices.ts'

export type Renaming = { kind: 'unchanged' } | { kind: 'wrong'; message: string } | { kind: 'save'; name: string }

/** What becomes of a typed name: nothing to do, something to say, or something to save. */
export function renaming(before: string, typed: string): Renaming {
  const { data: name, error } = deviceChange.shape.deviceName.safeParse(typed)
  if (error !== undefined) return { kind: 'wrong', message: error.issues[0]?.message ?? error.message }
  return name === before ? { kind: 'unchanged' } : { kind: 'save', name }
}

/** The whole of a device's changeable parts, with another name. */
export function renamed(device: Device, deviceName: string): DeviceChange {
  const { usageType, vehicleBrand, vehicleModel, vehiclePlate, notes } = device
  return { deviceName, usageType, vehicleBrand, vehicleModel, vehiclePlate, notes }
}
