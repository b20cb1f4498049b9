import type { PositionFlag } from '#contract/history/history.ts'
import type { AcceptedReport } from './accepted-report.ts'
import { whyDiscard, whyUntimely } from './discard-reason.ts'
import type { Outcome } from './outcome.ts'
import type { Fix, Speed } from '#domain/trackers/report.ts'
import { rounded } from '#domain/trackers/rounding.ts'
import { kilometresPerHour, type SpeedUnit } from '#domain/trackers/speed-unit.ts'
import type { ReportingDevice, ReportingTracker } from './tracker.ts'

/** A position that may be stored. */
export interface NewPosition {
  deviceId: string
  recordedAt: Date
  receivedAt: Date
  latitude: number
  longitude: number
  /** Metres. */
  accuracy: number | null
  /** Metres. */
  altitude: number | null
  /** km/h. */
  speed: number | null
  /** Degrees from north, clockwise. */
  course: number | null
  flag: PositionFlag | null
}

/** A report whose position is not stored. */
export interface DiscardedReport extends AcceptedReport {
  position: null
  outcome: Exclude<Outcome, 'STORED'>
}

/** A report whose position is stored, unless it is thinned out or stored already. */
export interface CandidateReport extends AcceptedReport {
  position: NewPosition
  device: ReportingDevice
  outcome: null
}

/**
 * Judges a report by itself.
 * @param lagMs how far our own clock is behind, null where it is believed. While it is doubted, a report waits that would
 * be judged differently by the corrected clock.
 */
export function judge(accepted: AcceptedReport, lagMs: number | null): DiscardedReport | CandidateReport {
  const judged = judgeByOwnClock(accepted)
  if (lagMs === null || !dependsOnClock(judged, lagMs)) return judged
  return { ...accepted, position: null, outcome: 'CLOCK_DOUBTED' }
}

function judgeByOwnClock(accepted: AcceptedReport): DiscardedReport | CandidateReport {
  const { report, receivedAt, tracker } = accepted
  const { device } = tracker
  const { fix, isReplay = false } = report
  const reason = whyDiscard(fix && { ...fix, isReplay }, device, receivedAt)
  if (reason !== null || fix === null || device === null) {
    return { ...accepted, position: null, outcome: reason ?? 'NO_FIX' }
  }
  return { ...accepted, position: positionOf(fix, tracker, device, receivedAt), device, outcome: null }
}

/** Whether a report is judged differently by a clock that is `lagMs` ahead of ours, or its fix has its time from ours. */
function dependsOnClock({ report, receivedAt, outcome }: DiscardedReport | CandidateReport, lagMs: number): boolean {
  const { fix } = report
  if (fix === null) return false
  if (outcome === null && fix.clock === 'server') return true
  if (outcome !== null && outcome !== 'IN_THE_FUTURE' && outcome !== 'TOO_OLD') return false
  const byOtherClock = whyUntimely(fix.recordedAt, new Date(receivedAt.getTime() + lagMs))
  return byOtherClock !== whyUntimely(fix.recordedAt, receivedAt)
}

function positionOf(fix: Fix, tracker: ReportingTracker, device: ReportingDevice, receivedAt: Date): NewPosition {
  return {
    deviceId: device.id,
    recordedAt: fix.recordedAt,
    receivedAt,
    latitude: fix.latitude,
    longitude: fix.longitude,
    // What rounds to nothing was told by no receiver that measures.
    accuracy: rounded(fix.accuracy) || null,
    altitude: rounded(fix.altitude),
    speed: rounded(speedOf(fix.speed, tracker.speedUnit)),
    course: rounded(fix.course),
    flag: fix.flag,
  }
}

function speedOf(speed: Speed | null, knownUnit: SpeedUnit | null): number | null {
  if (speed === null) return null
  const known = speed.assumed ? knownUnit : null
  return kilometresPerHour(speed.value, known ?? speed.unit)
}
