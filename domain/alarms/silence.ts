/*
 * When the silence of a guarded tracker is told. Each has a rhythm of its own: the usual time between two of its reports, of
 * which heartbeats are some, and the longest silence that has ended by itself, for many trackers sleep.
 */
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { Instant } from '#contract/base/place.ts'
import { daySeconds, minuteSeconds } from '#contract/base/time-units.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { isGuarding } from './guard.ts'
import { secondsBetween } from './sighting.ts'
import type { TrackerMemory } from './tracker-memory.ts'

const { silentMinutesTheft, silentMinutesBoth, silentMinutesLeast } = alarmsLimits

/** How long a guarded tracker may be silent of whose rhythm little is known, in seconds, by mode. */
export const usualPatienceSeconds = {
  THEFT: silentMinutesTheft * minuteSeconds,
  BOTH: silentMinutesBoth * minuteSeconds,
} as const

/** A tracker's rhythm is known once it was heard by day and by night. */
const rhythmAfterSeconds = daySeconds
const rhythmAfterFixes = 10
/** Longer silences are the product's business, whatever the tracker has done before. */
const longestSleepSeconds = daySeconds
const intervals = { usual: 5, seldom: 2.5 }
const sleeps = 1.5

/** How long a tracker with this rhythm may be silent, in seconds; null while the rhythm is not known. */
export function rhythmPatienceSeconds(memory: TrackerMemory): number | null {
  const { reportSeconds, knownSeconds, knownFixes, silentSeconds } = memory
  if (reportSeconds === null || knownSeconds < rhythmAfterSeconds || knownFixes < rhythmAfterFixes) return null
  const several = intervals.usual * reportSeconds
  const bySeldom = Math.max(usualPatienceSeconds.THEFT, intervals.seldom * reportSeconds)
  const byRhythm = several < usualPatienceSeconds.THEFT ? several : bySeldom
  return Math.round(Math.max(silentMinutesLeast * minuteSeconds, byRhythm, sleeps * silentSeconds))
}

/** Whether a guarded tracker that gave its last sign of life then has been silent for longer than it may. */
export function isSilentSince(
  mode: TrackingMode | null,
  memory: TrackerMemory | null,
  lastActiveAt: Instant | null,
  now: Date,
): boolean {
  if (!isGuarding(mode) || lastActiveAt === null) return false
  const patience = (memory && rhythmPatienceSeconds(memory)) ?? usualPatienceSeconds[mode]
  return secondsBetween(new Date(lastActiveAt), now) >= patience
}

/** A silence this many times as long as usual is one that may have to be borne again. */
const longGap = 3

/** Whether a report now, after the last sign of life, ends a long silence. */
export function endsSilence({ reportSeconds }: TrackerMemory, lastActiveAt: Date | null, now: Date): boolean {
  return lastActiveAt !== null && reportSeconds !== null && secondsBetween(lastActiveAt, now) > longGap * reportSeconds
}

/**
 * What a report now shows of the tracker's rhythm.
 * @param lastActiveAt the last sign of life before it, of whatever kind.
 * @param deafUntil until then nothing could be received: our outage is no habit of its.
 */
export function heardAt(
  memory: TrackerMemory,
  lastActiveAt: Date | null,
  deafUntil: Date | null,
  now: Date,
): TrackerMemory {
  const { reportSeconds, silentSeconds } = memory
  if (lastActiveAt === null || lastActiveAt >= now || (deafUntil !== null && deafUntil > lastActiveAt)) return memory
  const seconds = Math.max(1, secondsBetween(lastActiveAt, now))
  const slept = endsSilence(memory, lastActiveAt, now) ? Math.min(seconds, longestSleepSeconds) : 0
  return {
    ...memory,
    reportSeconds: (reportSeconds ?? seconds) ** 0.9 * seconds ** 0.1,
    silentSeconds: Math.max(silentSeconds, slept),
  }
}
