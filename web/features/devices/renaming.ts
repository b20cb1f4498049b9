import type * as z from 'zod/mini'
import { type DeviceChange, deviceChange } from '#contract/devices.ts'
import type { WaitingChange } from '#web/api/waiting.ts'
import { renameTexts } from './texts.ts'

export type Renaming =
  | { kind: 'unchanged' }
  | { kind: 'wrong'; message: string }
  | { kind: 'save'; change: DeviceChange }

/**
 * What to do with a typed name: nothing, show a problem, or save it. The device's other fields are saved with it, and may
 * be longer than is allowed by now.
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

/** A change as it is kept until there is a connection. */
export function asWaiting(device: DeviceChange, id: string, mine: DeviceChange): WaitingChange {
  return { kind: 'device', id, base: renamed(device, device.deviceName), mine: renamed(mine, mine.deviceName) }
}

function messageOf({ issues, message }: z.core.$ZodError): string {
  return issues[0]?.message ?? message
}

/** The whole of a device's changeable parts, with another name. */
function renamed(device: DeviceChange, deviceName: string): DeviceChange {
  const { usageType, vehicleBrand, vehicleModel, vehiclePlate, notes, season, inspectionDue } = device
  const dates = { ...(season !== undefined && { season }), ...(inspectionDue !== undefined && { inspectionDue }) }
  return { deviceName, usageType, vehicleBrand, vehicleModel, vehiclePlate, notes, ...dates }
}
