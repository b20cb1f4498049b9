import { alarmsLimits } from '#contract/alarms-limits.ts'
import type { Instant } from '#contract/place.ts'
import { minuteMs } from '#contract/time-units.ts'
import type { TrackingMode } from '#contract/tracking.ts'
import { isGuarding, longAgo } from './guard.ts'

/** How long a tracker in this mode may be silent, in ms; null if it is not guarded. */
export function silencePatienceMs(mode: TrackingMode | null): number | null {
  if (!isGuarding(mode)) return null
  const { silentMinutesTheft, silentMinutesBoth } = alarmsLimits
  return (mode === 'THEFT' ? silentMinutesTheft : silentMinutesBoth) * minuteMs
}

/** Whether a guarded tracker that gave its last sign of life then has been silent for longer than that. */
export function isSilentSince(mode: TrackingMode | null, lastActiveAt: Instant | null, now: Date): boolean {
  const patienceMs = silencePatienceMs(mode)
  return lastActiveAt !== null && patienceMs !== null && now.getTime() - Date.parse(lastActiveAt) >= patienceMs
}

/**
 * A tracker is silent if its last sign of life was before this instant, by mode. Nothing is received while the product is
 * down. So a silence is believed only after the product has been listening for the whole time: an outage of ours must not
 * be reported to everybody as one of their trackers.
 */
export function silentBefore(listeningSince: Date, now: Date): { THEFT: Date; BOTH: Date } {
  const before = (mode: 'THEFT' | 'BOTH') => {
    const instant = new Date(now.getTime() - (silencePatienceMs(mode) ?? 0))
    return listeningSince <= instant ? instant : longAgo
  }
  return { THEFT: before('THEFT'), BOTH: before('BOTH') }
}
