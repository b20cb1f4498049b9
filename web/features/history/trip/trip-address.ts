import { deviceId } from '#contract/base/identity.ts'
import { instant, type Instant } from '#contract/base/place.ts'
import { paths, withQuery } from '#web/browser/paths.ts'

/** Which trip the address of its screen names: of which device, and a moment of it. */
export interface TripAddress {
  deviceId: string
  at: Instant
}

/** Null if it names none. */
export function readTripAddress(search: URLSearchParams): TripAddress | null {
  const device = deviceId.safeParse(search.get('device'))
  const at = instant.safeParse(search.get('at'))
  return device.success && at.success ? { deviceId: device.data, at: at.data } : null
}

export function tripAddress({ deviceId: device, at }: TripAddress): string {
  return withQuery(paths.trip, { device, at })
}
