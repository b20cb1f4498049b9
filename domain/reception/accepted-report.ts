import { type DeviceHealth, unknownHealth } from '#domain/devices/device-health.ts'
import type { NotAccepted } from './outcome.ts'
import type { ReportContent } from '#domain/trackers/report.ts'
import { healthAfter } from '#domain/trackers/supply.ts'
import type { ReportingTracker } from './tracker.ts'
import { atTrueTime } from '#domain/trackers/true-time.ts'

/*
 * A report is one record from its arrival to its outcome. Each step completes it:
 *
 *   believed -> accepted (its fix at its true time) -> judged (judgement.ts) -> settled (settlement.ts)
 *
 * One that is not believed has its outcome from the beginning, and nothing that it says counts.
 */

/** A report whose sender is the tracker that it names. */
export interface BelievedReport {
  report: ReportContent
  receivedAt: Date
  tracker: ReportingTracker
}

export interface DisbelievedReport {
  tracker: null
  outcome: NotAccepted
}

/** A believed report with its fix at its true time. */
export interface AcceptedReport extends BelievedReport {
  /** The device's supply after this report, also while tracking is off. Where nobody owns the tracker, unknown. */
  health: DeviceHealth
}

/** Accepts reports in the order in which they came: what one says of a device's supply, the next one builds on. */
export function acceptAll(
  reports: readonly (BelievedReport | DisbelievedReport)[],
): (AcceptedReport | DisbelievedReport)[] {
  const known = new Map<string, DeviceHealth>()
  return reports.map((one) => {
    if (!isAccepted(one)) return one
    const { receivedAt, tracker } = one
    const fix = one.report.fix && atTrueTime(one.report.fix, tracker.clockOffsetMinutes, receivedAt)
    const report = { ...one.report, fix }
    if (tracker.device === null) return { report, receivedAt, tracker, health: unknownHealth }
    const { id, health: before } = tracker.device
    const health = healthAfter(known.get(id) ?? before, report, receivedAt)
    known.set(id, health)
    return { report, receivedAt, tracker, health }
  })
}

/** Whether a report is believed, at whatever step it is. */
export function isAccepted<Report extends BelievedReport>(report: Report | DisbelievedReport): report is Report {
  return report.tracker !== null
}
