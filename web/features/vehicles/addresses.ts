import { paths, withQuery } from '#web/kit/paths.ts'

/** The tracking screen of a device, perhaps one of its tabs. */
export function trackingOf(deviceId: string, tab: 'now' | 'alarm' | 'settings' = 'now'): string {
  return withQuery(paths.tracking, { device: deviceId, tab })
}
