import { licencesLimits } from '#contract/licences/licences-limits.ts'
import type { Licence, LicenceStatus } from '#contract/licences/licences.ts'
import { dayMs } from '#contract/base/time-units.ts'

/** Whole days left, rounded up: one second of a day still counts as that day. */
export function daysLeft(expiresAt: Date, now: Date): number {
  return Math.ceil((expiresAt.getTime() - now.getTime()) / dayMs)
}

/** Expired at 0 days or fewer, expiring at 30 or fewer, otherwise active (specification, section 4). */
export function licenceStatus(expiresAt: Date, now: Date): LicenceStatus {
  const days = daysLeft(expiresAt, now)
  if (days <= 0) return 'expired'
  return days <= licencesLimits.expiringDays ? 'expiring' : 'active'
}

export interface LicencesOverview {
  total: number
  active: number
  expiring: number
  expired: number
  /** Bought but never activated. */
  unused: number
  nextExpiry: string | null
}

export function licencesOverview(licences: readonly Licence[], now: Date): LicencesOverview {
  const overview: LicencesOverview = {
    total: licences.length,
    active: 0,
    expiring: 0,
    expired: 0,
    unused: 0,
    nextExpiry: null,
  }
  for (const { expiresAt } of licences) {
    if (expiresAt === null) {
      overview.unused += 1
      continue
    }
    const status = licenceStatus(new Date(expiresAt), now)
    overview[status] += 1
    const isNext = overview.nextExpiry === null || expiresAt < overview.nextExpiry
    if (status !== 'expired' && isNext) overview.nextExpiry = expiresAt
  }
  return overview
}
