/*
 * When the silence of a guarded tracker is told. Each has a rhythm of its own: the usual time between two of its reports, of
 * which heartbeats are some, and the longest silence that has ended by itself, for many trackers sleep.
 */
import { alarmsLimits } from '#contract/alarms-limits.ts'
import type { Instant } from '#contract/place.ts'
import { daySeconds, minuteSeconds } from '#contract/time-units.ts'
import type { TrackingMode } from '#contract/tracking.ts'
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
/** Longer silences are the product's business, whatever the tracker has done before. */
const longestSleepSeconds = daySeconds
const intervals = { usual: 5, seldom: 2.5 }
const sleeps = 1.5

/** How long a tracker with this rhythm may be silent, in seconds; null while the rhythm is not known. */
export function rhythmPatienceSeconds(memory: TrackerMemory): number | null {
  const { reportSeconds, knownSeconds, silentSeconds } = memory
  if (reportSeconds === null || knownSeconds < rhythmAfterSeconds) return null
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

/** Whether its report now ends a long silence: it is learnt, unless the product itself was deaf meanwhile. */
export function endsSilence({ reportAt, reportSeconds }: TrackerMemory, now: Date): boolean {
  return reportAt !== null && reportSeconds !== null && secondsBetween(reportAt, now) > longGap * reportSeconds
}

/** What a report now shows of the tracker's rhythm. @param deafUntil until then nothing could be received. */
export function heardAt(memory: TrackerMemory, now: Date, deafUntil: Date | null): TrackerMemory {
  const { reportAt, reportSeconds, silentSeconds } = memory
  const isKnown = reportAt !== null && reportAt < now && (deafUntil === null || deafUntil <= reportAt)
  if (!isKnown) return { ...memory, reportAt: now }
  const seconds = Math.max(1, secondsBetween(reportAt, now))
  const slept = endsSilence(memory, now) ? Math.min(seconds, longestSleepSeconds) : 0
  return {
    ...memory,
    reportAt: now,
    reportSeconds: (reportSeconds ?? seconds) ** 0.9 * seconds ** 0.1,
    silentSeconds: Math.max(silentSeconds, slept),
  }
}
