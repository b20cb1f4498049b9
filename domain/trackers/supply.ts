import { devicesLimits } from '#contract/devices/devices-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { type DeviceHealth, type HealthReading, withReadings } from '#domain/devices/device-health.ts'
import { retainedSince } from '#domain/history/retention.ts'
import type { ReportContent } from './report.ts'
import { rounded } from './rounding.ts'

/**
 * What a report says about its tracker's supply, or null if it says nothing. A tracker that is charging has external power,
 * unless its protocol distinguishes the two.
 */
export function supplyReading(
  { battery, charging, health }: Pick<ReportContent, 'battery' | 'charging' | 'health'>,
  at: Date,
): HealthReading | null {
  const batteryVolts = health?.batteryVolts ?? null
  const externalPower = health?.externalPower ?? charging
  if (battery === null && batteryVolts === null && externalPower === null) return null
  return { at, batteryPercent: battery, batteryVolts, externalPower }
}

/**
 * Whether a report comes from a tracker that is wired to a vehicle: somebody who cuts its supply may be a thief. Only the
 * protocols of such trackers report external power; a phone says whether it is charging.
 */
export function isWired({ health }: Pick<ReportContent, 'health'>): boolean {
  return health?.externalPower !== undefined
}

/** A device's health after a report: a replay, or a report from longer ago than positions are kept, changes nothing. */
export function healthAfter(before: DeviceHealth, report: ReportContent, receivedAt: Date): DeviceHealth {
  const at = measuredAt(report, receivedAt)
  if (report.isReplay === true || at < retainedSince(receivedAt)) return before
  const known = withFirstFix(before, report, receivedAt)
  const reading = supplyReading(report, at)
  if (reading === null) return known
  const { batteryPercent, batteryVolts } = reading
  return withReadings(known, [
    { ...reading, batteryPercent: rounded(batteryPercent), batteryVolts: rounded(batteryVolts) },
  ])
}

/** Where it is now: an old place, or one of its former owner's that comes from a backlog, is none. */
function withFirstFix(before: DeviceHealth, { fix }: ReportContent, receivedAt: Date): DeviceHealth {
  const isNow =
    fix !== null &&
    fix.flag !== 'LAST_KNOWN' &&
    Math.abs(receivedAt.getTime() - fix.recordedAt.getTime()) <= devicesLimits.onlineMinutes * minuteMs
  const isFirst = before.firstFixAt === null && isNow
  return isFirst ? { ...before, firstFixAt: receivedAt } : before
}

/** A report from a tracker's backlog was made when its fix was measured; no tracker's clock puts it into the future. */
function measuredAt({ fix }: ReportContent, receivedAt: Date): Date {
  return fix === null || fix.recordedAt > receivedAt ? receivedAt : fix.recordedAt
}
