import type { TrackingMode } from '#contract/tracking/tracking.ts'
import type { Observation } from '#domain/alarms/sighting.ts'
import { signalOf } from '#domain/alarms/tracker-signals.ts'
import type { KnownSupply } from '#domain/devices/device-health.ts'
import type { AcceptedReport } from './accepted-report.ts'
import { whyUntimely } from './discard-reason.ts'
import type { NewPosition } from './judgement.ts'
import type { Outcome } from './outcome.ts'
import type { SettledReport } from './settlement.ts'
import { isWired, supplyReading } from '#domain/trackers/supply.ts'

/** An accepted report of an owned device, as observers get it. */
export interface Seen {
  deviceId: string
  mode: TrackingMode | null
  enabledAt: Date | null
  /** The last sign of life before this report, also while nobody watched; null if there was none. */
  lastActiveAt: Date | null
  /** Null if nothing new was stored. */
  fix: Observation | null
  /** Whether its tracker says that it is moved; absent if it says nothing of it. */
  isStirred?: boolean | undefined
  /** When it was measured, null where that is not reported or cannot be believed: then it counts as of now. */
  measuredAt: Date | null
  /** Whether its position is stored already. */
  isRepeated: boolean
  /** The tracker's own word for an alarm. */
  alarm: string | null
  /** Its words for all present states, null if it says nothing about states. */
  states: readonly string[] | null
  /** What is known about its supply after this report. */
  health: KnownSupply
  /** Whether it is wired to a vehicle; a phone is unplugged every day. */
  isWired: boolean
}

/** A tracker whose clock is wrong, or whose receiver sleeps while it is parked, signals all the same. */
const signalling: ReadonlySet<Outcome> = new Set(['NO_FIX', 'DUPLICATE', 'IN_THE_FUTURE', 'TOO_OLD', 'CLOCK_DOUBTED'])

/** What is new: stored positions, and what trackers signal or report of their supply without one. */
export function seenIn(reports: readonly SettledReport[]): Seen[] {
  return reports.flatMap((settled) => {
    const { report, receivedAt, tracker, health, position, outcome } = settled
    const { device } = tracker
    if (device === null || !isNews(settled)) return []
    const isStored = outcome === 'STORED'
    return {
      deviceId: device.id,
      mode: device.mode,
      enabledAt: device.enabledAt,
      lastActiveAt: tracker.lastActiveAt,
      fix: isStored && position !== null ? observed(position, report) : null,
      isStirred: stirring(report),
      measuredAt: believedTime(report.fix, receivedAt),
      isRepeated: outcome === 'DUPLICATE',
      alarm: report.alarm,
      states: report.states ?? null,
      health,
      isWired: isWired(report),
    }
  })
}

/** An alarm of the tracker's own that only somebody who moves the vehicle can cause counts as motion, too. */
function stirring({ isMoved, alarm, states }: AcceptedReport['report']): boolean | undefined {
  const isTowed = [alarm, ...(states ?? [])].some((word) => signalOf(word) === 'TOW')
  return isTowed || isMoved
}

function observed(position: NewPosition, report: AcceptedReport['report']): Observation {
  const { latitude, longitude, accuracy, recordedAt, speed } = position
  const said = { isStirred: stirring(report), isRequested: report.isRequested === true }
  return { latitude, longitude, accuracy, recordedAt, speedKmh: speed, ...said }
}

/** Whether a report is news to observers: it is stored, or may be (null), or its tracker signals something. */
export function isNews({ report, receivedAt, outcome }: AcceptedReport & { outcome: Outcome | null }): boolean {
  if (outcome === 'STORED' || outcome === null) return true
  const { alarm, states, isReplay } = report
  const saysSomething = alarm !== null || states !== undefined || supplyReading(report, receivedAt) !== null
  return saysSomething && isReplay !== true && signalling.has(outcome)
}

/** When a fix was measured, where its tracker says so and its clock can be believed. */
function believedTime(fix: { recordedAt: Date } | null, receivedAt: Date): Date | null {
  return fix === null || whyUntimely(fix.recordedAt, receivedAt) !== null ? null : fix.recordedAt
}
