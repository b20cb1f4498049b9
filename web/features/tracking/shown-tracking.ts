import { type TrackingPurpose, trackingPurposes } from '#contract/consents/consents.ts'
import type { Instant } from '#contract/base/place.ts'
import type { TrackingMode, TrackingState } from '#contract/tracking/tracking.ts'
import { isConsented, purposesOf } from '#domain/tracking/tracking-consent.ts'
import type { TrackingChange } from './settings/tracking-changes.ts'

/** What is under way. Only one thing at a time changes the tracking of a device. */
export type Running = TrackingChange['action'] | 'delete'

/** What the screen says of a device's tracking. */
export interface ShownTracking {
  deviceId: string | null
  /** `failed`: the settings are as good as empty (specification, section 4). */
  settings: 'none' | 'loading' | 'known' | 'failed'
  trackingEnabled: boolean
  /** Since when it is off because the licence ended. */
  licenceEndedAt: Instant | null
  mode: TrackingMode | null
  /** What was last said about each purpose, as the server has it. */
  consents: TrackingState['consents']
  /** When tracking ends unless a new text is consented to. */
  renewConsentBy: Instant | null
  /** To all that the mode needs, or to anything where none is chosen. */
  consentGiven: boolean
  consentTimestamp: Instant | null
  /** What the consent is being changed to; null while it is not. */
  consentWanted: boolean | null
  running: Running | null
}

/** Before a device is chosen. */
export const noDevice: ShownTracking = {
  deviceId: null,
  settings: 'none',
  trackingEnabled: false,
  licenceEndedAt: null,
  mode: null,
  consents: [],
  renewConsentBy: null,
  consentGiven: false,
  consentTimestamp: null,
  consentWanted: null,
  running: null,
}

interface Parts {
  deviceId: string
  /** What the server has answered last. */
  stored: TrackingState | undefined
  hasFailed: boolean
  /** What is chosen here. */
  mode: TrackingMode | null
  /** What is under way here. */
  change: TrackingChange | null
  /** Positions of the device are being deleted. */
  deleting: boolean
}

export function shownTracking({ deviceId, stored, hasFailed, mode, change, deleting }: Parts): ShownTracking {
  return {
    ...noDevice,
    ...(stored !== undefined && {
      trackingEnabled: stored.trackingEnabled,
      licenceEndedAt: stored.licenceEndedAt,
      consents: stored.consents,
      renewConsentBy: stored.renewConsentBy,
      ...consentShown(stored, mode),
    }),
    deviceId,
    // The last answer is not undone by a refresh that failed.
    settings: stored !== undefined ? 'known' : hasFailed ? 'failed' : 'loading',
    mode,
    consentWanted: change?.action === 'consent' ? change.consentGiven : null,
    running: change?.action ?? (deleting ? 'delete' : null),
  }
}

/** What runs goes on by a former text; what is off starts only by the text of today. */
function consentShown({ trackingEnabled, consents }: TrackingState, mode: TrackingMode | null) {
  const counted = consents.filter(({ state }) => state === 'given' || (trackingEnabled && state === 'asked-anew'))
  const consentGiven = isConsented(
    counted.map(({ purpose }) => purpose),
    mode,
  )
  const needed = purposesAsked(mode)
  const times = counted.filter(({ purpose }) => needed.includes(purpose)).map(({ at }) => at)
  const known = times.filter((at) => at !== null)
  const isKnown = consentGiven && known.length === times.length
  return { consentGiven, consentTimestamp: isKnown ? (known.toSorted().at(-1) ?? null) : null }
}

/** What a tick consents to: the purposes of the mode, or both where none is chosen. */
export function purposesAsked(mode: TrackingMode | null): readonly TrackingPurpose[] {
  return mode === null ? trackingPurposes : purposesOf(mode)
}

/** The purposes whose text has changed since they were consented to. */
export function purposesToRenew({ mode, consents }: ShownTracking): TrackingPurpose[] {
  const asked = purposesAsked(mode)
  return consents
    .filter(({ purpose, state }) => state === 'asked-anew' && asked.includes(purpose))
    .map(({ purpose }) => purpose)
}

/** Whether there is anything to withdraw. */
export function isAnythingInForce({ trackingEnabled, consents }: ShownTracking): boolean {
  return trackingEnabled || consents.some(({ state }) => state === 'given' || state === 'asked-anew')
}

/** Whether the consent's box is ticked: it follows a click at once, and goes back to what is stored if saving failed. */
export function isConsentTicked({ consentWanted, consentGiven }: ShownTracking): boolean {
  return consentWanted ?? consentGiven
}

/** Mode and consent are locked while tracking is on, and while anything is under way. */
export function isLocked({ deviceId, settings, trackingEnabled, running }: ShownTracking): boolean {
  return deviceId === null || settings === 'loading' || trackingEnabled || running !== null
}

/** What is still missing before tracking can be switched on; null when nothing is. */
export function missingForEnabling({
  deviceId,
  consentGiven,
  mode,
}: ShownTracking): 'device' | 'consent' | 'mode' | null {
  if (deviceId === null) return 'device'
  if (!consentGiven) return 'consent'
  return mode === null ? 'mode' : null
}

/** Whether something may be begun now: one thing at a time, and only if it changes anything. */
export function mayStart(shown: ShownTracking, action: Running): boolean {
  if (shown.running !== null || shown.deviceId === null) return false
  switch (action) {
    case 'enable':
      return !shown.trackingEnabled && missingForEnabling(shown) === null
    case 'disable':
      return shown.trackingEnabled
    case 'consent':
      return !isLocked(shown)
    case 'renew':
      return shown.trackingEnabled && purposesToRenew(shown).length > 0
    case 'withdraw':
    case 'delete':
      return true
  }
}

/** The movement profile belongs to every mode but the one against theft (specification, section 2). */
export function showsMovement({ mode }: ShownTracking): boolean {
  return mode !== 'THEFT'
}

/** The theft alarm belongs to every mode but the one for rides. */
export function raisesAlarms({ mode }: ShownTracking): boolean {
  return mode === 'THEFT' || mode === 'BOTH'
}

/** Positions are recorded, and only for the theft alarm. */
export function recordsOnlyTheft({ trackingEnabled, mode }: ShownTracking): boolean {
  return trackingEnabled && mode === 'THEFT'
}
