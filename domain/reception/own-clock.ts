import { secondMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import type { AcceptedReport } from './accepted-report.ts'

const skewMs = trackingLimits.futureSkewSeconds * secondMs
/** With fewer trackers than this nothing is decided: those of one maker may all be set to another zone. */
const leastTrackers = 3
/** Of the trackers whose fixes are of now, so many have to agree. */
const agreeingShare = 2 / 3

/**
 * How far our clock is behind according to many trackers, whose receivers get their time from the satellites; null if they
 * do not say so. They cannot show that it is ahead: a backlog looks the same.
 * @param leadsMs of each tracker, how far the time of its last fix was ahead of ours when it came.
 */
export function lagByTrackers(leadsMs: readonly number[]): number | null {
  const ofNow = leadsMs.filter((lead) => lead >= -skewMs)
  const ahead = ofNow.filter((lead) => lead > skewMs).toSorted((one, other) => one - other)
  const median = ahead[Math.floor(ahead.length / 2)]
  if (median === undefined) return null
  const agreeing = ahead.filter((lead) => Math.abs(lead - median) <= skewMs).length
  return agreeing >= leastTrackers && agreeing >= ofNow.length * agreeingShare ? median : null
}

/** The time of a fix by its tracker's own clock, when it was received. */
export interface ClockReading {
  imei: string
  /** A tracker without an owner is not asked: nobody must be able to stop everybody's recording. */
  ownerId: string
  recordedAt: Date
  receivedAt: Date
  /** Whether that clock was known to be ahead before anybody doubted ours. */
  wasWrong: boolean
}

/** What reports say of the time now: not those that somebody kept, nor those whose time is not their tracker's. */
export function clockReadings(reports: readonly AcceptedReport[]): ClockReading[] {
  return reports.flatMap(({ report, receivedAt, tracker: { imei, device } }) => {
    if (report.fix?.clock !== 'tracker' || report.isReplay === true || device === null) return []
    const wasWrong = device.loss?.reason === 'IN_THE_FUTURE'
    return { imei, ownerId: device.ownerId, recordedAt: report.fix.recordedAt, receivedAt, wasWrong }
  })
}

/** How far a tracker's clock was ahead of ours when it last reported. */
export interface Witness {
  ownerId: string
  leadMs: number
}

/**
 * How far our clock is behind by the word of many owners' trackers; null where they do not say so. Each owner has one
 * word, that of the tracker which comes nearest to our clock: one account alone, with whatever its trackers say, makes
 * nobody's recording wait.
 */
export function lagByWitnesses(witnesses: readonly Witness[]): number | null {
  const nearest = new Map<string, number>()
  for (const { ownerId, leadMs } of witnesses) {
    const known = nearest.get(ownerId)
    if (known === undefined || Math.abs(leadMs) < Math.abs(known)) nearest.set(ownerId, leadMs)
  }
  return lagByTrackers([...nearest.values()])
}
