import { voteServerLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import type { VoterNearness } from '#contract/poi-reports/poi-reports.ts'
import { dayMs } from '#contract/base/time-units.ts'

/*
 * What a word about a report weighs, between 0 and 1: three factors, each an estimate of how far it can be believed.
 *
 *   proof     Everybody can make accounts, but only one account at a time has a device, which costs money. Who has had one
 *             for a week counts in full; the week keeps one IMEI from being passed on from account to account for a day.
 *   trust     The expected value of the beta distribution after a earlier words that others confirmed and d that they
 *             refuted: (a + 1) / (a + d + 2), which is 1/2 for somebody of whom nothing is known (A. Jøsang, R. Ismail: The
 *             Beta Reputation System, Bled 2002).
 *   nearness  Who stands beside it sees it. It is what the voter's browser says, in three steps: a claim, which is why it
 *             can only divide what the other two factors give. A voter who says nothing counts between near and far.
 *
 * The n-th word of the same sense about reports of the same person weighs an n-th: neither revenge nor applause adds up.
 */

/** What is known of somebody who says something about a report. */
export interface Voter {
  /** When the first of the devices that they have now was registered; null: they have none. */
  deviceSince: Date | null
  /** Their earlier words that others confirmed, and that others refuted. */
  agreed: number
  disagreed: number
}

export interface VoteCircumstances {
  /** Undefined: they did not say. */
  nearness: VoterNearness | undefined
  /** Words of the same sense that they have said about other reports of the same person. */
  repeats: number
}

/** The weight of somebody's word about something, by their record alone. */
export function recordWeight({ deviceSince, agreed, disagreed }: Voter, now: Date): number {
  const { provenAfterDays, ofUnproven } = voteServerLimits
  const isProven = deviceSince !== null && now.getTime() - deviceSince.getTime() >= provenAfterDays * dayMs
  return (isProven ? 1 : ofUnproven) * ((agreed + 1) / (agreed + disagreed + 2))
}

/** The weight of a vote. It is all that is kept of the circumstances. */
export function weightOfVote(voter: Voter, { nearness, repeats }: VoteCircumstances, now: Date): number {
  const { ofNearness, ofUntoldNearness, heaviest } = voteServerLimits
  const ofPlace = nearness === undefined ? ofUntoldNearness : ofNearness[nearness]
  return Math.min(heaviest, (recordWeight(voter, now) * ofPlace) / (1 + repeats))
}

/** Whether a word counts by itself, and not only among others. */
export function isSolid(weight: number): boolean {
  return weight >= voteServerLimits.solid
}

/**
 * The same votes with what each adds: weak ones of one sense share a small sum, the earlier ones first, so that no number of
 * them comes to anything.
 */
export function boundedVotes<V extends { confirms: boolean; weight: number }>(inOrder: readonly V[]): V[] {
  const left = { true: voteServerLimits.allWeak, false: voteServerLimits.allWeak }
  return inOrder.map((vote) => {
    if (isSolid(vote.weight)) return vote
    const sense = `${vote.confirms}` as const
    const weight = Math.min(vote.weight, left[sense])
    left[sense] -= weight
    return { ...vote, weight }
  })
}

/** A vote as far as it speaks for a change. */
interface Word {
  confirms: boolean
  at: Date
  weight: number
}

/**
 * How sure it is after each word that the thing is gone: Page's cumulative sum (E. S. Page: Continuous Inspection Schemes,
 * Biometrika 41, 1954), which finds a change soonest at a given number of false alarms. A denial adds its weight, a
 * confirmation takes its weight off, never below 0: that many saw it before says nothing about now. What was said fades by
 * half in each half-life.
 * @param inOrder of time.
 */
export function certaintyOfChange(inOrder: readonly Word[], halfLifeMs: number): { at: Date; certainty: number }[] {
  let certainty = 0
  let before = inOrder[0]?.at ?? new Date(0)
  return boundedVotes(inOrder).map(({ confirms, at, weight }) => {
    certainty = Math.max(0, certainty * fadedBy(before, at, halfLifeMs) + (confirms ? -weight : weight))
    before = at
    return { at, certainty }
  })
}

/** What is left at a time of what was said before. */
export function fadedBy(from: Date, to: Date, halfLifeMs: number): number {
  return 2 ** (-Math.max(0, to.getTime() - from.getTime()) / halfLifeMs)
}
