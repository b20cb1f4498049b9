import { limits } from '#contract/limits.ts'
import type { Instant, Place } from '#contract/place.ts'
import { type ReportType, reportTypes } from '#contract/poi-reports.ts'
import type { PoiType } from '#contract/pois.ts'
import { isInside } from '#domain/geo.ts'

/** The `source` of every POI that a user reported. */
export const reportSource = 'reports'
export const reportAttribution = 'Meldung von Nutzerinnen und Nutzern'

/** What a standing is about. */
export interface Reported {
  poiType: ReportType
  reportedAt: Date
  /** When it will be over, where the reporter knows: of road works. */
  endsAt: Date | null
}

/** The last word of one person other than the reporter. */
export interface Vote {
  confirms: boolean
  at: Date
}

/** What is to be thought of a report after all votes. */
export interface Standing {
  confirmations: number
  denials: number
  /** Null: nobody has confirmed it. */
  confirmedAt: Date | null
  expiresAt: Date
}

/**
 * Where a report stands. It holds until its known end, or for the lifetime of its type, which every confirmation by
 * somebody else begins anew; enough denials in a row end it at the moment of the last of them.
 * @param votes one of each person, without the reporter: who reports does not confirm themselves. In any order.
 */
export function standingOf({ poiType, reportedAt, endsAt }: Reported, votes: readonly Vote[]): Standing {
  const confirmations = votes.filter(({ confirms }) => confirms)
  const denials = votes.filter(({ confirms }) => !confirms)
  const confirmedAt = latest(confirmations)
  const since = (confirmedAt ?? reportedAt).getTime()
  const inARow = denials.filter(({ at }) => at.getTime() >= since).map(({ at }) => at.getTime())
  const ending = inARow.toSorted((a, b) => a - b)[limits.poiReports.endingDenials - 1]
  const end = endsAt?.getTime() ?? since + limits.poiReports.lifetimeMinutes[poiType] * minuteMs
  return {
    confirmations: confirmations.length,
    denials: denials.length,
    confirmedAt,
    expiresAt: new Date(Math.min(ending ?? end, end)),
  }
}

/**
 * How likely it is still there, 0 to 1: the share of those who say so, the reporter's word and one doubt included,
 * falling to half of it while the lifetime passes without a confirmation.
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

/** What is wrong with the end that a report names; null where nothing is. */
export function faultOfEnd(
  type: ReportType,
  expiresAt: Instant | undefined,
  now: Date,
): 'not of this type' | 'over already' | 'too far ahead' | null {
  if (expiresAt === undefined) return null
  if (!mayHaveEnd(type)) return 'not of this type'
  const aheadMs = Date.parse(expiresAt) - now.getTime()
  if (aheadMs <= 0) return 'over already'
  return aheadMs > limits.poiReports.roadworkDays * 24 * 60 * minuteMs ? 'too far ahead' : null
}

/** Whether anybody can have been there. */
export function isPlausible(place: Place): boolean {
  return isInside(limits.poiReports.area, place)
}

const minuteMs = 60_000

function latest(votes: readonly Vote[]): Date | null {
  return votes.reduce<Date | null>((last, { at }) => (last === null || at > last ? at : last), null)
}
