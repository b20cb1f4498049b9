import type { DiscardReason } from '#contract/devices.ts'
import { limits } from '#contract/limits.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { PositionFlag, TrackingMode } from '#contract/tracking.ts'
import { clockMinute, wallDurationMs } from './fix-time.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const retentionMs = limits.tracking.retentionDays * dayMs

/** What decides whether a device is recorded. */
export interface TrackingGrounds {
  /** The owner switched it on. */
  enabled: boolean
  mode: TrackingMode | null
  consentGiven: boolean
  /** The device has a licence that has not ended. */
  licensed: boolean
}

/**
 * The mode a device is recorded in, null while it is not. Consent, mode and licence are needed all the time, not only
 * to start. What the end of a licence has ended is not `enabled` any more: another licence does not bring it back.
 */
export function activeMode(grounds: TrackingGrounds): TrackingMode | null {
  return grounds.enabled && grounds.consentGiven && grounds.licensed ? grounds.mode : null
}

/** Whether recording may start, and in which mode: the one asked for, else the one chosen before. */
export function startTracking(
  grounds: TrackingGrounds,
  wanted: TrackingMode | null,
): { mode: TrackingMode } | { problem: ProblemCode } {
  const running = activeMode(grounds)
  if (running !== null)
    return wanted === null || wanted === running ? { mode: running } : { problem: 'TRACKING_ACTIVE' }
  if (!grounds.consentGiven) return { problem: 'CONSENT_REQUIRED' }
  const mode = wanted ?? grounds.mode
  if (mode === null) return { problem: 'MODE_REQUIRED' }
  return grounds.licensed ? { mode } : { problem: 'LICENSE_REQUIRED' }
}

/** Consent (and with it the mode) is locked while recording; withdrawing it together with recording is not asked here. */
export function mayChangeConsent(grounds: TrackingGrounds): boolean {
  return activeMode(grounds) === null
}

/** What of a fix decides whether it is believed. */
export interface JudgedFix {
  recordedAt: Date
  flag: PositionFlag | null
  /** Somebody kept it and tells it again. */
  isReplay: boolean
}

/** The instants that end a device's past, each null where there is none (docs/decisions/0015-ends-of-a-past.md). */
export interface PastEnds {
  /** When its present owner registered it, where somebody else had it before. */
  takenOverAt: Date | null
  /** When consent was given again after it had been withdrawn. */
  consentRenewedAt: Date | null
  /** The greatest fix time of what its owner deleted. */
  deletedUntil: Date | null
}

/** The device a fix came from: null where nobody owns it, else the mode it is recorded in. */
export type JudgedDevice = { mode: TrackingMode | null; past: PastEnds } | null

/** Why a fix is understood but not kept, or null where it is. `LAST_KNOWN` is an old place under a new time. */
export function whyDiscard(fix: JudgedFix | null, device: JudgedDevice, receivedAt: Date): DiscardReason | null {
  if (device === null) return 'NO_OWNER'
  if (device.mode === null) return 'TRACKING_OFF'
  if (fix === null || fix.flag === 'LAST_KNOWN') return 'NO_FIX'
  return whyUntimely(fix.recordedAt, receivedAt) ?? whyPast(fix, device.past)
}

/** Why the time of a fix is not believed, or its position not kept any more; null where it is. */
export function whyUntimely(recordedAt: Date, receivedAt: Date): 'IN_THE_FUTURE' | 'TOO_OLD' | null {
  const ageMs = receivedAt.getTime() - recordedAt.getTime()
  if (ageMs < -limits.tracking.futureSkewSeconds * 1000) return 'IN_THE_FUTURE'
  return ageMs > retentionMs ? 'TOO_OLD' : null
}

/** What a tracker measured for somebody else, or without consent, was not recorded then and is not later. */
function whyPast({ recordedAt, isReplay }: JudgedFix, past: PastEnds): DiscardReason | null {
  const { takenOverAt, consentRenewedAt, deletedUntil } = past
  const isForeign = takenOverAt !== null && recordedAt < takenOverAt
  if (isForeign || (consentRenewedAt !== null && recordedAt < consentRenewedAt)) return 'TRACKING_OFF'
  return isReplay && deletedUntil !== null && recordedAt <= deletedUntil ? 'DUPLICATE' : null
}

/** Whether a sign of life says something new: writing each one down would cost as much as storing the positions. */
export function isNewSignOfLife(at: Date, last: Date | null): boolean {
  return last === null || at.getTime() - last.getTime() >= limits.devices.signOfLifeEverySeconds * 1000
}

/** The greatest fix time that is believed: what was stored beyond it, when a clock was wrong, is not the newest. */
export function believedUntil(now: Date): Date {
  return new Date(now.getTime() + limits.tracking.futureSkewSeconds * 1000)
}

/** The oldest fix time that is still kept and shown. */
export function retainedSince(now: Date): Date {
  return new Date(now.getTime() - retentionMs)
}

/** When a position of this fix time is shown for the last time. */
export function retainedUntil(recordedAt: Date): Date {
  return new Date(recordedAt.getTime() + retentionMs)
}

/** GPS counts 1024 weeks and starts again; an old receiver then tells dates of one round ago. */
const roundMs = 1024 * 7 * dayMs
const gpsEpoch = Date.UTC(1980, 0, 6)
const roundToleranceMs = 90 * dayMs

/** Puts a fix time that lags whole GPS rounds behind into the present round (protocols, section 0.8). */
export function correctGpsRound(recordedAt: Date, receivedAt: Date): Date {
  const time = recordedAt.getTime()
  const oldest = receivedAt.getTime() - (roundMs - roundToleranceMs)
  if (time <= gpsEpoch || time >= oldest) return recordedAt
  return new Date(time + Math.ceil((oldest - time) / roundMs) * roundMs)
}

export interface Thinned {
  /** Fix times to store. */
  kept: Date[]
  /** Stored fix times that give way to an earlier fix of their minute. */
  replaced: Date[]
}

/**
 * The mode MOVEMENT keeps one fix of every clock minute: the first by fix time. A fix that arrives late but was measured
 * earlier in its minute takes the place of the stored one, so that what remains never depends on the order of arrival.
 * @param arriving fix times of one device, in any order.
 * @param stored the device's stored fix times in the same minutes.
 */
export function thinOut(arriving: readonly Date[], stored: readonly Date[]): Thinned {
  const first = new Map<number, number>()
  for (const at of [...stored, ...arriving]) {
    const minute = clockMinute(at).getTime()
    first.set(minute, Math.min(first.get(minute) ?? Infinity, at.getTime()))
  }
  const isFirst = (at: Date) => first.get(clockMinute(at).getTime()) === at.getTime()
  const known = new Set(stored.map((at) => at.getTime()))
  return {
    kept: arriving.filter((at) => isFirst(at) && !known.has(at.getTime())),
    replaced: stored.filter((at) => !isFirst(at)),
  }
}

/** What is wrong with a range somebody asks for, by field; null where nothing is. */
export function rangeMistake(start: Date, end: Date): Partial<Record<'start' | 'end', string>> | null {
  if (start >= end) return { end: 'Das Ende muss nach dem Beginn liegen.' }
  // Fourteen days by the clocks on the wall can be an hour more than fourteen times 24.
  const fits = end.getTime() - start.getTime() <= retentionMs || wallDurationMs(start, end) <= retentionMs
  return fits ? null : { end: `Der Zeitraum darf höchstens ${limits.tracking.retentionDays} Tage umfassen.` }
}

export const speedUnits = ['knots', 'm/s', 'km/h'] as const
export type SpeedUnit = (typeof speedUnits)[number]

const kmhPer: Record<SpeedUnit, number> = { knots: 1.852, 'm/s': 3.6, 'km/h': 1 }

export function kilometresPerHour(value: number, unit: SpeedUnit): number {
  return value * kmhPer[unit]
}
