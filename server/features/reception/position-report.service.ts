import type { DiscardReason } from '#contract/reception.ts'
import { isNoFix } from '#domain/trackers/no-fix.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { OwnedDevice } from '#server/http/ownership.ts'
import { Problem } from '#server/http/problem.ts'
import type { Deliver } from '#server/protocols/protocol.ts'

export type PositionReportService = ReturnType<typeof createPositionReportService>

/** A position as a device, or its owner, reports it over the API. */
interface ReportedPosition {
  latitude: number
  longitude: number
  accuracy?: number | undefined
  recordedAt?: string | undefined
}

/** What comes in over the API. */
export function createPositionReportService({ receive, clock }: { receive: Deliver; clock: Clock }) {
  return {
    /** Processes a position that the device itself or its owner sends; it is judged like one from a tracker's port. */
    async report(device: Pick<OwnedDevice, 'imei'>, reported: ReportedPosition) {
      const now = clock.now()
      return receiptOf(await receive(reportOf(device.imei, reported, now), now))
    },
  }
}

function reportOf(imei: string, reported: ReportedPosition, now: Date): Parameters<Deliver>[0] {
  const fix = {
    latitude: reported.latitude,
    longitude: reported.longitude,
    recordedAt: reported.recordedAt === undefined ? now : new Date(reported.recordedAt),
    // ISO 8601 with its zone leaves nothing to correct.
    clock: 'server' as const,
    accuracy: reported.accuracy || null,
    altitude: null,
    speed: null,
    course: null,
    flag: null,
  }
  return { identity: imei, fix: isNoFix(reported) ? null : fix, battery: null, charging: null, alarm: null }
}

function receiptOf(delivery: Awaited<ReturnType<Deliver>>): { stored: boolean; reason?: DiscardReason } {
  if (delivery === 'STORED') return { stored: true }
  switch (delivery) {
    // The device was removed while its position was on the way.
    case 'UNKNOWN_TRACKER':
      throw new Problem('NOT_FOUND')
    // Who may report was decided before; nothing here is encrypted.
    case 'WRONG_SECRET':
    case 'UNREADABLE':
      throw new Problem('FORBIDDEN')
    default:
      return { stored: false, reason: delivery }
  }
}
