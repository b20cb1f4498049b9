import { dossierHash, paths, withQuery } from '#web/kit/paths.ts'

/** What its owner does about a vehicle that is missed: the police, and that it is back. */
export function caseOf(deviceId: string): string {
  return trackingOf(deviceId, 'alarm') + dossierHash
}

/** The tracking screen of a device, perhaps one of its tabs. */
export function trackingOf(deviceId: string, tab: 'now' | 'alarm' | 'settings' = 'now'): string {
  return withQuery(paths.tracking, { device: deviceId, tab })
}
