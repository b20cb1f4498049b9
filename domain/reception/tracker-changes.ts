import { discardReasons } from '#contract/reception.ts'
import type { DeviceHealth } from '#domain/devices/device-health.ts'
import type { AcceptedReport } from './accepted-report.ts'
import { type Loss, lossAfter, type ReportedFix } from './losses.ts'
import type { Outcome } from './outcome.ts'
import type { SettledReport } from './settlement.ts'
import { isNewSignOfLife } from '#domain/trackers/sign-of-life.ts'

/*
 * What reports change in what is stored of their trackers and devices, beside the positions.
 */

/** When trackers were last alive, by their IMEI, where that is news. A replay is no sign of life. */
export function newSignsOfLife(reports: readonly AcceptedReport[]): Map<string, Date> {
  const seen = new Map<string, Date>()
  for (const { report, receivedAt, tracker } of reports) {
    if (report.isReplay === true) continue
    const last = seen.get(tracker.imei) ?? tracker.lastActiveAt
    if (isNewSignOfLife(receivedAt, last)) seen.set(tracker.imei, receivedAt)
  }
  return seen
}

/** The supply of the devices whose trackers reported another one, by the device's id. */
export function changedHealth(reports: readonly AcceptedReport[]): Map<string, DeviceHealth> {
  const changed = new Map<string, DeviceHealth>()
  for (const { tracker, health } of reports) {
    if (tracker.device !== null && health !== tracker.device.health) changed.set(tracker.device.id, health)
  }
  return changed
}

/** The last loss of each device where it is another than before, by the device's id; null where it is over. */
export function changedLosses(reports: readonly SettledReport[]): Map<string, Loss | null> {
  const ofDevices = reports.flatMap(({ report, receivedAt, tracker: { device }, outcome }) =>
    device === null || report.isReplay === true || !isFinal(outcome)
      ? []
      : [{ device, outcome, fix: report.fix, receivedAt }],
  )
  const changed = new Map<string, Loss | null>()
  for (const [device, reported] of Map.groupBy(ofDevices, (one) => one.device)) {
    const loss = lossAfter(device.loss, reported)
    if (loss !== device.loss) changed.set(device.id, loss)
  }
  return changed
}

/** Whether a believed report was stored or discarded: one that waits with its tracker is neither yet. */
function isFinal(outcome: Outcome): outcome is ReportedFix['outcome'] {
  return outcome === 'STORED' || discardReasons.some((reason) => reason === outcome)
}
