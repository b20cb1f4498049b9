import type * as z from 'zod/mini'
import { type DeviceChange, deviceChange } from '#contract/devices.ts'
import { renameTexts } from './texts.ts'

export type Renaming =
  | { kind: 'unchanged' }
  | { kind: 'wrong'; message: string }
  | { kind: 'save'; change: DeviceChange }

/**
 * What becomes of a typed name: nothing to do, something to say, or something to save. What else is kept of the device is
 * saved with it, and may be longer than was allowed since.
 */
export function renaming(device: DeviceChange, typed: string): Renaming {
  const { data: name, error } = deviceChange.shape.deviceName.safeParse(typed)
  if (error !== undefined) return { kind: 'wrong', message: messageOf(error) }
  if (name === device.deviceName) return { kind: 'unchanged' }
  const change = renamed(device, name)
  const { error: inTheRest } = deviceChange.safeParse(change)
  if (inTheRest !== undefined) return { kind: 'wrong', message: renameTexts.editFirst(messageOf(inTheRest)) }
  return { kind: 'save', change }
}

function messageOf({ issues, message }: z.core.$ZodError): string {
  return issues[0]?.message ?? message
}

/** The whole of a device's changeable parts, with another name. */
function renamed(device: DeviceChange, deviceName: string): DeviceChange {
  const { usageType, vehicleBrand, vehicleModel, vehiclePlate, notes } = device
  return { deviceName, usageType, vehicleBrand, vehicleModel, vehiclePlate, notes }
}
