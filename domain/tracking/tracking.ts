import type { TrackingPurpose } from '#contract/consents/consents.ts'
import type { ProblemCode } from '#contract/base/problem.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { isConsented } from './tracking-consent.ts'

/** What decides whether a device is recorded. */
export interface TrackingGrounds {
  /** The owner switched it on. */
  enabled: boolean
  mode: TrackingMode | null
  /** To anything that it may be recorded for. */
  consentGiven: boolean
  /** The device has a licence that has not ended. */
  licensed: boolean
}

/**
 * The mode in which a device is recorded, null while it is not. Consent, mode and licence are needed all the time, not only
 * at the start. A recording that the end of a licence has ended is no longer `enabled`: another licence does not bring it
 * back.
 */
export function activeMode(grounds: TrackingGrounds): TrackingMode | null {
  return grounds.enabled && grounds.consentGiven && grounds.licensed ? grounds.mode : null
}

/**
 * Whether recording may start, and in which mode: the requested one, else the one chosen before.
 * @param consented the purposes that were consented to by the text of today.
 */
export function startTracking(
  grounds: TrackingGrounds,
  consented: readonly TrackingPurpose[],
  wanted: TrackingMode | null,
): { mode: TrackingMode } | { problem: ProblemCode } {
  const running = activeMode(grounds)
  if (running !== null)
    return wanted === null || wanted === running ? { mode: running } : { problem: 'TRACKING_ACTIVE' }
  if (consented.length === 0) return { problem: 'CONSENT_REQUIRED' }
  const mode = wanted ?? grounds.mode
  if (mode === null) return { problem: 'MODE_REQUIRED' }
  if (!isConsented(consented, mode)) return { problem: 'CONSENT_REQUIRED' }
  return grounds.licensed ? { mode } : { problem: 'LICENSE_REQUIRED' }
}

/** Consent (and with it the mode) is locked while recording; withdrawing it together with recording is not checked here. */
export function mayChangeConsent(grounds: TrackingGrounds): boolean {
  return activeMode(grounds) === null
}
