import type { PositionFlag } from '#contract/history/history.ts'
import type { DiscardReason } from '#contract/reception.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { retainedSince, believedUntil } from '#domain/history/retention.ts'

/** What decides whether a fix is believed. */
export interface JudgedFix {
  recordedAt: Date
  flag: PositionFlag | null
  /** Somebody kept it and sends it again. */
  isReplay: boolean
}

/** The instants that end a device's past, each null if there is none (docs/decisions/0015-ends-of-a-past.md). */
export interface PastEnds {
  /** When its present owner registered it, if somebody else had it before. */
  takenOverAt: Date | null
  /** When consent was given again after it had been withdrawn. */
  consentRenewedAt: Date | null
  /** The greatest fix time of what its owner deleted. */
  deletedUntil: Date | null
}

/** The device a fix came from: null if it has no owner, else the mode in which it is recorded. */
export type JudgedDevice = { mode: TrackingMode | null; past: PastEnds } | null

/** Why a fix is understood but not stored, or null if it is stored. `LAST_KNOWN` is an old place under a new time. */
export function whyDiscard(fix: JudgedFix | null, device: JudgedDevice, receivedAt: Date): DiscardReason | null {
  if (device === null) return 'NO_OWNER'
  if (device.mode === null) return 'TRACKING_OFF'
  if (fix === null || fix.flag === 'LAST_KNOWN') return 'NO_FIX'
  return whyUntimely(fix.recordedAt, receivedAt) ?? whyPast(fix, device.past)
}

/** Why the time of a fix is not believed, or its position is too old to be kept; null if neither is so. */
export function whyUntimely(recordedAt: Date, receivedAt: Date): 'IN_THE_FUTURE' | 'TOO_OLD' | null {
  if (recordedAt > believedUntil(receivedAt)) return 'IN_THE_FUTURE'
  return recordedAt < retainedSince(receivedAt) ? 'TOO_OLD' : null
}

/** What a tracker measured for somebody else, or without consent, was not recorded then and is not recorded later. */
function whyPast({ recordedAt, isReplay }: JudgedFix, past: PastEnds): DiscardReason | null {
  const { takenOverAt, consentRenewedAt, deletedUntil } = past
  const isForeign = takenOverAt !== null && recordedAt < takenOverAt
  if (isForeign || (consentRenewedAt !== null && recordedAt < consentRenewedAt)) return 'TRACKING_OFF'
  return isReplay && deletedUntil !== null && recordedAt <= deletedUntil ? 'DUPLICATE' : null
}
