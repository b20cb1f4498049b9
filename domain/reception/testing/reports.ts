import { unknownHealth } from '#domain/devices/device-health.ts'
import type { AcceptedReport } from '#domain/reception/accepted-report.ts'
import { type CandidateReport, judge } from '#domain/reception/judgement.ts'
import type { Fix, ReportContent } from '#domain/trackers/report.ts'
import type { ReportingDevice, ReportingTracker } from '#domain/reception/tracker.ts'

/** When reports are received, unless a test says otherwise. */
export const receivedAt = new Date('2026-03-29T12:00:00.000Z')

/** So many seconds after `receivedAt`. */
export function after(seconds: number): Date {
  return new Date(receivedAt.getTime() + seconds * 1000)
}

/** A device that is recorded, with nothing in its past. */
export function aDevice(changes: Partial<ReportingDevice> = {}): ReportingDevice {
  return {
    id: 'enduro',
    ownerId: 'anna',
    mode: 'BOTH',
    enabledAt: after(-3600),
    past: { takenOverAt: null, consentRenewedAt: null, deletedUntil: null },
    health: unknownHealth,
    loss: null,
    ...changes,
  }
}

export function aTracker(changes: Partial<ReportingTracker> = {}): ReportingTracker {
  return { imei: '1', clockOffsetMinutes: 0, speedUnit: null, lastActiveAt: null, device: aDevice(), ...changes }
}

export function aFix(changes: Partial<Fix> = {}): Fix {
  return {
    latitude: 49.0069,
    longitude: 8.4037,
    recordedAt: receivedAt,
    clock: 'tracker',
    accuracy: null,
    altitude: null,
    speed: null,
    course: null,
    flag: null,
    ...changes,
  }
}

export function aReport(changes: Partial<ReportContent> = {}): ReportContent {
  return { fix: aFix(), battery: null, charging: null, alarm: null, ...changes }
}

export function anAcceptedReport(changes: Partial<AcceptedReport> = {}): AcceptedReport {
  return { report: aReport(), receivedAt, tracker: aTracker(), health: unknownHealth, ...changes }
}

/** An accepted report that was judged worth storing. */
export function aCandidate(changes: Partial<AcceptedReport> = {}): CandidateReport {
  const judged = judge(anAcceptedReport(changes), null)
  if (judged.outcome !== null) throw new Error(`No candidate: ${judged.outcome}`)
  return judged
}
