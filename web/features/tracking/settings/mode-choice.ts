import type { TrackingMode, TrackingState } from '#contract/tracking/tracking.ts'
import { isLocked, type ShownTracking } from '../shown-tracking.ts'

/** The mode on the screen: a draft until tracking is switched on with it. */
export interface ModeChoice {
  deviceId: string | null
  /** The last answer that was taken over. */
  stored: TrackingState | undefined
  mode: TrackingMode | null
}

export const noChoice: ModeChoice = { deviceId: null, stored: undefined, mode: null }

/**
 * The choice after an answer of the server: while tracking is on, the stored mode; otherwise the mode chosen here, which is the
 * stored one at first. So neither a consent nor a refresh brings back a mode that was deselected here.
 */
export function afterStored(
  choice: ModeChoice,
  deviceId: string | null,
  stored: TrackingState | undefined,
): ModeChoice {
  const before = choice.deviceId === deviceId ? choice : { ...noChoice, deviceId }
  if (stored === undefined || stored === before.stored) return before
  const { trackingMode } = stored.settings
  const chosen = before.stored === undefined ? (before.mode ?? trackingMode) : before.mode
  return { deviceId, stored, mode: stored.trackingEnabled ? trackingMode : chosen }
}

/** A click chooses, a second one deselects; a locked choice stays. */
export function afterClick(choice: ModeChoice, mode: TrackingMode, shown: ShownTracking): ModeChoice {
  return isLocked(shown) ? choice : { ...choice, mode: choice.mode === mode ? null : mode }
}
