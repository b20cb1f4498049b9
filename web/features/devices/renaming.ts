import { type DeviceChange, deviceChange, type DeviceDetails, deviceDetails } from '#contract/devices/devices.ts'
import type { OutboxChange } from '#web/api/offline/outbox-change.ts'

export type Renaming =
  | { kind: 'unchanged' }
  | { kind: 'wrong'; message: string }
  | { kind: 'save'; change: DeviceChange }

/** What to do with a typed name: nothing, show a problem, or save it. */
export function renaming({ deviceName, usageType }: DeviceDetails, typed: string): Renaming {
  const { data: name, error } = deviceChange.shape.deviceName.safeParse(typed)
  if (error !== undefined) return { kind: 'wrong', message: error.issues[0]?.message ?? error.message }
  if (name === deviceName) return { kind: 'unchanged' }
  return { kind: 'save', change: { deviceName: name, usageType } }
}

/** A change as it is kept until there is a connection. */
export function asWaiting(device: DeviceDetails, id: string, change: DeviceChange): OutboxChange {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return {
    kind: 'device',
    id,
    base: deviceDetails.parse(device),
    mine: deviceDetails.parse({ ...device, ...Object.fromEntries(given) }),
  }
}
