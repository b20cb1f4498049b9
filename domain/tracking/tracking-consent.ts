import { consentsLimits } from '#contract/consents/consents-limits.ts'
import { type TrackingPurpose, trackingPurposes } from '#contract/consents/consents.ts'
import { dayMs } from '#contract/base/time-units.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { type ConsentEntry, lastAbout, stateOfPurpose } from '#domain/consents/consents.ts'

const purposes: Readonly<Record<TrackingMode, readonly TrackingPurpose[]>> = {
  THEFT: ['theft-alarm'],
  MOVEMENT: ['movement-profile'],
  BOTH: trackingPurposes,
}

/** What a mode needs consent to: all of these. */
export function purposesOf(mode: TrackingMode): readonly TrackingPurpose[] {
  return purposes[mode]
}

/** The mode for some of these purposes; null for none. */
export function modeFor(wanted: readonly TrackingPurpose[]): TrackingMode | null {
  const theft = wanted.includes('theft-alarm')
  const movement = wanted.includes('movement-profile')
  return theft && movement ? 'BOTH' : theft ? 'THEFT' : movement ? 'MOVEMENT' : null
}

/** What was consented to and not withdrawn, whichever text it was then. @param entries of one device, oldest first. */
export function purposesInForce(entries: readonly ConsentEntry[]): TrackingPurpose[] {
  return trackingPurposes.filter((purpose) => lastAbout(entries, purpose)?.given === true)
}

/** What was consented to by the text of today. Only that lets tracking start. */
export function purposesConsented(entries: readonly ConsentEntry[]): TrackingPurpose[] {
  return trackingPurposes.filter((purpose) => stateOfPurpose(entries, purpose) === 'given')
}

/** Whether consent is given, as it is shown: to all that the mode needs, or to anything where no mode is chosen. */
export function isConsented(consented: readonly TrackingPurpose[], mode: TrackingMode | null): boolean {
  if (mode === null) return consented.length > 0
  return purposesOf(mode).every((purpose) => consented.includes(purpose))
}

/**
 * When the consent shown was completed. Null if nobody knows: then the product wrote it into the ledger, and not its owner.
 */
export function consentedAt(entries: readonly ConsentEntry[], consented: readonly TrackingPurpose[]): Date | null {
  const last = consented.flatMap((purpose) => lastAbout(entries, purpose) ?? [])
  if (last.some(({ actor }) => actor === 'product')) return null
  return last.reduce<Date | null>((latest, { at }) => (latest === null || at > latest ? at : latest), null)
}

/** Since when consent covers what a device measures. */
export interface ConsentPeriod {
  since: Date
  /** The withdrawal before it; null for the first consent, which ends no past (docs/decisions/0015-ends-of-a-past.md). */
  withdrawnAt: Date | null
}

/**
 * The period for a mode. A purpose that was never withdrawn covers what another one of the mode no longer does. Another
 * text does not begin another period. Null where nothing that the mode is for is in force.
 */
export function consentPeriod(entries: readonly ConsentEntry[], mode: TrackingMode | null): ConsentPeriod | null {
  const periods = (mode === null ? trackingPurposes : purposesOf(mode)).flatMap(
    (purpose) => periodOf(entries, purpose) ?? [],
  )
  const unbroken = periods.filter(({ withdrawnAt }) => withdrawnAt === null)
  const [first] = (unbroken.length > 0 ? unbroken : periods).toSorted(
    (one, other) => one.since.getTime() - other.since.getTime(),
  )
  return first ?? null
}

function periodOf(entries: readonly ConsentEntry[], purpose: TrackingPurpose): ConsentPeriod | null {
  const own = entries.filter((entry) => entry.purpose === purpose)
  const withdrawal = own.findLastIndex(({ given }) => !given)
  const begin = own[withdrawal + 1]
  return begin === undefined ? null : { since: begin.at, withdrawnAt: own[withdrawal]?.at ?? null }
}

/** When tracking ends unless the new text is consented to. @param askedAt when the owner was asked. */
export function renewBy(askedAt: Date): Date {
  return new Date(askedAt.getTime() + consentsLimits.askedAnewDays * dayMs)
}

/**
 * What is due where a device is tracked with consent to a former text: the owner is asked once; without an answer in time
 * it ends as if withdrawn. `none` where the texts are today's.
 * @param mode in which it is tracked.
 * @param askedAt when the owner was asked; null if not yet.
 */
export function dueRenewal(
  entries: readonly ConsentEntry[],
  mode: TrackingMode,
  askedAt: Date | null,
  now: Date,
): 'none' | 'ask' | 'wait' | 'end' {
  if (purposesToRenew(entries, mode).length === 0) return 'none'
  if (askedAt === null) return 'ask'
  return now >= renewBy(askedAt) ? 'end' : 'wait'
}

/** The purposes of a mode that were consented to by a former text. */
export function purposesToRenew(entries: readonly ConsentEntry[], mode: TrackingMode): TrackingPurpose[] {
  return purposesOf(mode).filter((purpose) => stateOfPurpose(entries, purpose) === 'asked-anew')
}
