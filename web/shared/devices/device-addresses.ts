import { paths } from '#web/browser/paths.ts'

/** What there is to do about a vehicle that its owner misses. */
export function addressOfCase(deviceId: string): string {
  return paths.theftCase.replace(':device', () => encodeURIComponent(deviceId))
}

/** Leads to the dossier on the tracking screen, which then stands above the alarm. */
export const dossierHash = '#anzeige-mappe'

/** Where a device stands on the screen of all devices. */
export function deviceCardId(deviceId: string): string {
  return `device-${deviceId}`
}

export function addressOfDevice(deviceId: string): string {
  return `${paths.devices}#${deviceCardId(deviceId)}`
}
