import type { Instant, Place } from '#contract/place.ts'
import { poiReportsLimits } from '#contract/poi-reports-limits.ts'
import { type ReportType, reportTypes } from '#contract/poi-reports.ts'
import type { PoiType } from '#contract/pois.ts'
import { minuteMs, dayMs } from '#contract/time-units.ts'
import { isInside } from '#domain/geo/geo.ts'

/** The `source` of every POI that a user reported. */
export const reportSource = 'reports'
export const reportAttribution = 'Meldung von Nutzerinnen und Nutzern'

/** A POI report, as far as its standing depends on it. */
export interface Reported {
  poiType: ReportType
  reportedAt: Date
  /** For road works: when they will be over, if the reporter knows. */
  endsAt: Date | null
}

/** The last vote of a person other than the reporter. */
export interface Vote {
  confirms: boolean
  at: Date
}

/** What is known of a report after all votes. */
export interface Standing {
  confirmations: number
  denials: number
  /** Null: nobody has confirmed it. */
  confirmedAt: Date | null
  expiresAt: Date
}

/**
 * The standing of a report. It holds until its known end, or for the lifetime of its type, which begins again with every
 * confirmation by somebody else. Enough denials in a row end it at the moment of the last of them.
 * @param votes one of each person, in any order. There is none of the reporter, who cannot confirm themselves.
 */
export function standingOf({ poiType, reportedAt, endsAt }: Reported, votes: readonly Vote[]): Standing {
  const confirmations = votes.filter(({ confirms }) => confirms)
  const denials = votes.filter(({ confirms }) => !confirms)
  const confirmedAt = latest(confirmations)
  const since = (confirmedAt ?? reportedAt).getTime()
  const inARow = denials.filter(({ at }) => at.getTime() >= since).map(({ at }) => at.getTime())
  const ending = inARow.toSorted((a, b) => a - b)[poiReportsLimits.endingDenials - 1]
  const end = endsAt?.getTime() ?? since + poiReportsLimits.lifetimeMinutes[poiType] * minuteMs
  return {
    confirmations: confirmations.length,
    denials: denials.length,
    confirmedAt,
    expiresAt: new Date(Math.min(ending ?? end, end)),
  }
}

/**
 * How likely it is still there, 0 to 1: the share of votes for it, counting the reporter's word for it and one doubt against
 * it. It falls to half of that while the lifetime passes without a confirmation.
 */
export function confidenceOf(
  {
    confirmations,
    denials,
    since,
    expiresAt,
  }: { confirmations: number; denials: number; since: Date; expiresAt: Date },
  now: Date,
): number {
  if (now >= expiresAt) return 0
  const share = (confirmations + 1) / (confirmations + denials + 2)
  const lifetime = expiresAt.getTime() - since.getTime()
  const passed = Math.min(1, Math.max(0, (now.getTime() - since.getTime()) / lifetime))
  return Math.round(share * (1 - passed / 2) * 100) / 100
}

/** Whether users report POIs of this type. */
export function isReportable(type: PoiType): type is ReportType {
  return reportTypes.some((reportable) => reportable === type)
}

/** Whether a report of this type may say when it will be over. */
export function mayHaveEnd(type: ReportType): boolean {
  return type === 'TemporaryRoadwork' || type === 'LongTermRoadwork'
}

/** What is wrong with the end that a report names; null if nothing is. */
export function faultOfEnd(
  type: ReportType,
  expiresAt: Instant | undefined,
  now: Date,
): 'not of this type' | 'over already' | 'too far ahead' | null {
  if (expiresAt === undefined) return null
  if (!mayHaveEnd(type)) return 'not of this type'
  const aheadMs = Date.parse(expiresAt) - now.getTime()
  if (aheadMs <= 0) return 'over already'
  return aheadMs > poiReportsLimits.roadworkDays * dayMs ? 'too far ahead' : null
}

/**
 * When a report was seen: now, or before, if it was sent later because there was no network. Null if its lifetime has passed
 * since then. A clock that is ahead saw it now.
 */
export function momentSeen(
  { poiType, seenAt }: { poiType: ReportType; seenAt?: Instant | undefined },
  now: Date,
): Date | null {
  if (seenAt === undefined) return now
  const seen = new Date(Math.min(Date.parse(seenAt), now.getTime()))
  const ageMs = now.getTime() - seen.getTime()
  return ageMs < poiReportsLimits.lifetimeMinutes[poiType] * minuteMs ? seen : null
}

/** When a vote counts from: when it was seen, but not before the report was made, nor later than now. */
export function momentOfVote({ reportedAt }: Reported, seenAt: Instant | undefined, now: Date): Date {
  if (seenAt === undefined) return now
  return new Date(Math.min(Math.max(Date.parse(seenAt), reportedAt.getTime()), now.getTime()))
}

/** Whether somebody can have been at a place. */
export function isPlausible(place: Place): boolean {
  return isInside(poiReportsLimits.area, place)
}

function latest(votes: readonly Vote[]): Date | null {
  return votes.reduce<Date | null>((last, { at }) => (last === null || at > last ? at : last), null)
}
