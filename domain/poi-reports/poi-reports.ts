import type { Instant, Place } from '#contract/base/place.ts'
import { poiReportsLimits, voteServerLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import { type ReportType, reportTypes, type VoterNearness } from '#contract/poi-reports/poi-reports.ts'
import type { PoiType } from '#contract/pois/pois.ts'
import { minuteMs, dayMs } from '#contract/base/time-units.ts'
import { isInside } from '#domain/geo/geo.ts'
import { boundedVotes, certaintyOfChange, fadedBy, isSolid } from './vote-weight.ts'

/** The `source` of every POI that a user reported. */
export const reportSource = 'reports'
export const reportAttribution = 'Meldung von Nutzerinnen und Nutzern'

/** A POI report, as far as its standing depends on it. */
export interface Reported {
  poiType: ReportType
  reportedAt: Date
  /** For road works: when they will be over, if the reporter knows. */
  endsAt: Date | null
  /** Of its reporter's word (`vote-weight.ts`). */
  weight: number
}

/** The last vote of a person other than the reporter. */
export interface Vote {
  confirms: boolean
  at: Date
  weight: number
}

/** What is known of a report after all votes. */
export interface Standing {
  /** How many whose word counts confirmed and denied it. */
  confirmations: number
  denials: number
  /** Null: nobody whose word counts has confirmed it. */
  confirmedAt: Date | null
  expiresAt: Date
  /** The weight of the words for and against it, when the last of them was said. */
  supporting: number
  opposing: number
  /** Only somebody with no record yet says so. */
  unconfirmed: boolean
}

/**
 * The standing of a report. It holds until its known end, or for the lifetime of its type, which begins again with every
 * confirmation that counts. Denials end it when it is sure enough that the thing is gone (`certaintyOfChange`), at the moment
 * of the one that made it so. Words fade by half in a lifetime.
 * @param votes one of each person, in any order. There is none of the reporter, who cannot confirm themselves.
 */
export function standingOf({ poiType, reportedAt, endsAt, weight }: Reported, votes: readonly Vote[]): Standing {
  const lifetimeMs = poiReportsLimits.lifetimeMinutes[poiType] * minuteMs
  const inOrder = votes.toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.weight - other.weight)
  const bounded = boundedVotes(inOrder)
  const counting = inOrder.filter((vote) => isSolid(vote.weight))
  const confirmedAt = counting.findLast(({ confirms }) => confirms)?.at ?? null
  const ending = certaintyOfChange(inOrder, lifetimeMs).find(({ certainty }) => certainty >= voteServerLimits.ending)
  const end = endsAt?.getTime() ?? (confirmedAt ?? reportedAt).getTime() + lifetimeMs
  const last = inOrder.at(-1)?.at ?? reportedAt
  const sum = (confirms: boolean) =>
    bounded
      .filter((vote) => vote.confirms === confirms)
      .reduce((total, vote) => total + vote.weight * fadedBy(vote.at, last, lifetimeMs), 0)
  const behind = bounded.filter(({ confirms }) => confirms).reduce((total, vote) => total + vote.weight, weight)
  return {
    confirmations: counting.filter(({ confirms }) => confirms).length,
    denials: counting.filter(({ confirms }) => !confirms).length,
    confirmedAt,
    expiresAt: new Date(Math.min(ending?.at.getTime() ?? end, end)),
    supporting: weight * fadedBy(reportedAt, last, lifetimeMs) + sum(true),
    opposing: sum(false),
    unconfirmed: behind < voteServerLimits.confirmed,
  }
}

/**
 * How likely it is still there, 0 to 1: the share of what speaks for it, with the doubt that is in every report. It falls to
 * half of that while the lifetime passes without a confirmation.
 */
export function confidenceOf(
  { supporting, opposing, since, expiresAt }: { supporting: number; opposing: number; since: Date; expiresAt: Date },
  now: Date,
): number {
  if (now >= expiresAt) return 0
  const share = supporting / (supporting + opposing + voteServerLimits.doubt)
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
export function momentOfVote(
  { reportedAt }: Pick<Reported, 'reportedAt'>,
  seenAt: Instant | undefined,
  now: Date,
): Date {
  if (seenAt === undefined) return now
  return new Date(Math.min(Math.max(Date.parse(seenAt), reportedAt.getTime()), now.getTime()))
}

/** How near a voter is, as it is told: in three steps, so that it says little of where they are. */
export function nearnessOf(metres: number): VoterNearness {
  if (metres <= poiReportsLimits.nearMetres) return 'near'
  return metres <= poiReportsLimits.aroundMetres ? 'around' : 'far'
}

/** Whether somebody can have been at a place. */
export function isPlausible(place: Place): boolean {
  return isInside(poiReportsLimits.area, place)
}
