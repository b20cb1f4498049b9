import type { Device } from '#contract/devices/devices.ts'
import type { Licence, LicenceStatus } from '#contract/licences/licences.ts'
import { daysLeft, licenceStatus } from '#domain/licences/licences.ts'
import { silenceOf } from '#web/shared/devices/sign-of-life.ts'
import { licenceTermTexts } from '#web/texts/licences.ts'
import { licenceCountTexts, licenceTexts, namesOf } from './texts.ts'

/** A licence as its card shows it. */
export interface LicenceWords {
  /** `unused`: bought, its days have not begun. */
  status: LicenceStatus | 'unused'
  term: string
  /** What stops on the day it ends. */
  consequence: string
  /** Renewing is the next thing to do. */
  renewalDue: boolean
  /** Shown before the link to the shop: devices that do not report. */
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

/** The overview's counts in words, without those that are zero. */
export function licenceCounts(counts: Record<LicenceStatus | 'unused', number>): string[] {
  const order = ['active', 'expiring', 'expired', 'unused'] as const
  return order.filter((status) => counts[status] > 0).map((status) => licenceCountTexts[status](counts[status]))
}

function term(expiresAt: string | null, status: LicenceWords['status'], now: Date): string {
  if (expiresAt === null) return licenceTexts.unusedYet
  if (status === 'expired') return licenceTermTexts.since(expiresAt)
  return licenceTermTexts.until(expiresAt, daysLeft(new Date(expiresAt), now))
}

function consequence({ devices }: Licence, status: LicenceWords['status']): string {
  if (devices.length === 0) return licenceTexts.endsUnused
  return status === 'expired' ? licenceTexts.ended(namesOf(devices)) : licenceTexts.ends(namesOf(devices))
}
