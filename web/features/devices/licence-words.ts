import type { Device } from '#contract/devices.ts'
import type { Licence, LicenceStatus } from '#contract/licences.ts'
import { daysLeft, licenceStatus } from '#domain/licences.ts'
import { silenceOf } from './sign-of-life.ts'
import { cardTexts, licenceCountTexts, licenceTexts, namesOf } from './texts.ts'

/** A licence as its card tells it. */
export interface LicenceWords {
  /** `unused`: bought, its days have not begun. */
  status: LicenceStatus | 'unused'
  term: string
  /** What stops on the day it ends. */
  consequence: string
  /** Renewing is the next thing to do. */
  renewalDue: boolean
  /** Said before the way to the shop: devices that nothing is heard of. */
  silence: string | null
}

export function licenceWords(licence: Licence, devices: readonly Device[], now: Date): LicenceWords {
  const { expiresAt } = licence
  const status = expiresAt === null ? 'unused' : licenceStatus(new Date(expiresAt), now)
  const used = new Set(licence.devices.map(({ id }) => id))
  const silences = devices.flatMap((device) => (used.has(device.id) ? (silenceOf(device, now) ?? []) : []))
  return {
    status,
    term: term(expiresAt, status, now),
    consequence: consequence(licence, status),
    renewalDue: status === 'expiring' || status === 'expired',
    silence: silences.length === 0 ? null : licenceTexts.silentBefore(silences),
  }
}

/** What a device may do, as its card tells it. */
export interface LicenceState {
  state: LicenceStatus | 'unlicensed'
  words: string
  detail: string
}

export function licenceState({ activeLicense }: Pick<Device, 'activeLicense'>, now: Date): LicenceState {
  if (activeLicense === null) {
    return { state: 'unlicensed', words: cardTexts.unlicensed, detail: cardTexts.unlicensedAdvice }
  }
  const { licenseType, expiresAt } = activeLicense
  const state = licenceStatus(new Date(expiresAt), now)
  // It was valid when the list was asked for, and has ended since.
  if (state === 'expired') return { state, words: cardTexts.unlicensed, detail: licenceTexts.since(expiresAt) }
  const detail =
    state === 'expiring'
      ? licenceTexts.until(expiresAt, daysLeft(new Date(expiresAt), now))
      : cardTexts.until(expiresAt)
  return { state, words: cardTexts.licence(licenseType), detail }
}

/** The overview's counts in words, without those that are zero. */
export function licenceCounts(counts: Record<LicenceStatus | 'unused', number>): string[] {
  const order = ['active', 'expiring', 'expired', 'unused'] as const
  return order.filter((status) => counts[status] > 0).map((status) => licenceCountTexts[status](counts[status]))
}

function term(expiresAt: string | null, status: LicenceWords['status'], now: Date): string {
  if (expiresAt === null) return licenceTexts.unusedYet
  if (status === 'expired') return licenceTexts.since(expiresAt)
  return licenceTexts.until(expiresAt, daysLeft(new Date(expiresAt), now))
}

function consequence({ devices }: Licence, status: LicenceWords['status']): string {
  if (devices.length === 0) return licenceTexts.endsUnused
  return status === 'expired' ? licenceTexts.ended(namesOf(devices)) : licenceTexts.ends(namesOf(devices))
}
