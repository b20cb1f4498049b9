import type { Device } from '#contract/devices/devices.ts'
import type { Licence } from '#contract/licences/licences.ts'
import { licenceStatus } from '#domain/licences/licences.ts'
import { effectTexts } from './texts.ts'

/** What can be done with a licence now. */
export interface LicenceMoves {
  assign: boolean
  transfer: boolean
  release: boolean
}

export function licenceMoves(licence: Licence, devices: readonly Device[], now: Date): LicenceMoves {
  const { expiresAt, deviceCount, seats } = licence
  const isValid = expiresAt !== null && licenceStatus(new Date(expiresAt), now) !== 'expired'
  const hasOthers = devicesWithout(licence, devices).length > 0
  return {
    assign: isValid && deviceCount < seats && hasOthers,
    transfer: isValid && deviceCount > 0 && hasOthers,
    release: deviceCount > 0,
  }
}

/** The devices that could get a licence: those that do not use it yet. */
export function devicesWithout(licence: Licence, devices: readonly Device[]): Device[] {
  const users = new Set(licence.devices.map(({ id }) => id))
  return devices.filter(({ id }) => !users.has(id))
}

/** The one device there can be no doubt about: the only one, or the only one without a licence. */
export function obviousDevice(devices: readonly Device[]): Device | null {
  const unlicensed = devices.filter(({ hasActiveLicense }) => !hasActiveLicense)
  if (unlicensed.length === 1) return unlicensed[0] ?? null
  return devices.length === 1 ? (devices[0] ?? null) : null
}

export function activationEffects(device: Device | null): string[] {
  if (device === null) return [effectTexts.startsNow]
  return [effectTexts.gainsKey(device.deviceName), ...laysDown(device, null), effectTexts.startsNow]
}

export function assignmentEffects(licence: Licence, device: Device): string[] {
  const gains = effectTexts.gains(device.deviceName, licence.licenseType, licence.expiresAt)
  return [gains, ...laysDown(device, licence)]
}

export function transferEffects(licence: Licence, from: { deviceName: string }, to: Device): string[] {
  return [...assignmentEffects(licence, to), effectTexts.loses(from.deviceName)]
}

export function releaseEffects(licence: Licence): string[] {
  return [...licence.devices.map(({ deviceName }) => effectTexts.loses(deviceName)), effectTexts.keepsRunning]
}

/** A device uses one licence: the one that it had before becomes free. */
function laysDown({ activeLicense }: Device, gained: Licence | null): string[] {
  if (activeLicense === null || activeLicense.id === gained?.id) return []
  return [effectTexts.laysDown(activeLicense.licenseType, activeLicense.expiresAt)]
}
