import { expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { poiReportsLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import { confidenceOf, type Reported, standingOf, type Vote } from './poi-reports.ts'
import { randomFrom } from '#domain/testing/random.ts'
import { recordWeight, type Voter, weightOfVote } from './vote-weight.ts'

/*
 * What many accounts can do to reports, and what the rule that counted heads would have let them do: two denials in a row
 * ended a report. Everything is decided by the numbers below; chance comes from a generator with a fixed beginning.
 */

const start = new Date('2026-11-21T12:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
const crowd = 10_000

const proven: Voter = { deviceSince: new Date('2026-01-01T00:00:00Z'), agreed: 0, disagreed: 0 }
const best: Voter = { ...proven, agreed: 1_000 }
const made: Voter = { deviceSince: start, agreed: 0, disagreed: 0 }
const beside = { nearness: 'near', repeats: 0 } as const
const afar = { nearness: 'far', repeats: 0 } as const

const weights = {
  proven: weightOfVote(proven, beside, start),
  best: weightOfVote(best, beside, start),
  made: weightOfVote(made, beside, start),
  afar: weightOfVote(best, afar, start),
}
const camera = (reporter: Voter): Reported => ({
  poiType: 'MobileSpeedCamera',
  reportedAt: start,
  endsAt: null,
  weight: recordWeight(reporter, start),
})
const lifetime = poiReportsLimits.lifetimeMinutes.MobileSpeedCamera
const say = (confirms: boolean, minute: number, weight: number): Vote => ({ confirms, at: after(minute), weight })
const swarm = (confirms: boolean, weight: number) =>
  Array.from({ length: crowd }, (_, index) => say(confirms, 5 + index / crowd, weight))

function confidenceAt(minute: number, reported: Reported, votes: readonly Vote[]): number {
  const standing = standingOf(reported, votes)
  return confidenceOf({ ...standing, since: standing.confirmedAt ?? reported.reportedAt }, after(minute))
}

test.each([
  { who: 'new accounts beside it', weight: weights.made },
  { who: 'proven accounts from afar', weight: weights.afar },
])('10,000 denials of $who end no report and take less than 0.1 of the confidence in it', ({ weight }) => {
  const words = [say(true, 3, weights.proven)]
  const attacked = [...words, ...swarm(false, weight)]
  expect(standingOf(camera(proven), attacked).expiresAt).toEqual(after(3 + lifetime))
  expect(confidenceAt(6, camera(proven), words) - confidenceAt(6, camera(proven), attacked)).toBeLessThan(0.1)
})

test.each([
  { who: 'new accounts', weight: weights.made },
  { who: 'proven accounts from afar', weight: weights.afar },
])(
  '10,000 confirmations of $who leave a false report unconfirmed, no longer, and ended by two beside it',
  (crowded) => {
    const applauded = standingOf(camera(made), swarm(true, crowded.weight))
    expect(applauded).toMatchObject({ unconfirmed: true, confirmations: 0, expiresAt: after(lifetime) })
    expect(confidenceAt(6, camera(made), swarm(true, crowded.weight))).toBeLessThan(0.42)
    const words = [...swarm(true, crowded.weight), say(false, 20, weights.proven), say(false, 25, weights.proven)]
    expect(standingOf(camera(made), words).expiresAt).toEqual(after(25))
  },
)

test('who denies all 60 reports of one person out of revenge, with the best of records, ends none: together 4.4 instead of 42', () => {
  const denials = Array.from({ length: poiReportsLimits.votesPerHour }, (_, repeats) =>
    weightOfVote(best, { nearness: 'near', repeats }, start),
  )
  const ended = denials.filter((weight) => standingOf(camera(proven), [say(false, 5, weight)]).expiresAt <= after(5))
  expect(ended).toEqual([])
  expect(denials.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(4.4, 1)
  expect(denials.length * weights.best).toBe(42)
})

test('to end a report takes two devices that were theirs for a week: one, with 10,000 accounts without, does not', () => {
  const ends = (words: Vote[]) => standingOf(camera(proven), words).expiresAt < after(lifetime)
  expect(ends([...swarm(false, weights.made), say(false, 8, weights.proven)])).toBe(false)
  expect(ends([say(false, 7, weights.proven), say(false, 8, weights.proven)])).toBe(true)
})

/**
 * An afternoon of 300 reports, a third of them made up, on roads where honest riders with devices pass, most of whom say
 * nothing and one in twenty the wrong thing. Attackers with 50 new accounts deny what is there and confirm what is not.
 */
test('of 200 true reports a swarm ends none more, where counting heads lets it end all; no made-up one is confirmed by it', () => {
  const chance = randomFrom(7)
  const figures = { endedBefore: 0, endedAfter: 0, endedByHeads: 0, confirmedBefore: 0, confirmedAfter: 0 }
  for (let number = 0; number < 300; number += 1) {
    const isTrue = number % 3 > 0
    const reported = camera(isTrue ? proven : made)
    const honest = Array.from({ length: 12 }, (_, turn) => ({ turn, speaks: chance() < 0.2, errs: chance() < 0.05 }))
      .filter(({ speaks }) => speaks)
      .map(({ turn, errs }) => say(isTrue !== errs, 10 * turn + 5, weights.proven))
    const attack = Array.from({ length: 50 }, () => say(!isTrue, chance() * 120, weights.made))
    const [before, later] = [standingOf(reported, honest), standingOf(reported, [...honest, ...attack])]
    const over = after(120)
    if (isTrue) {
      figures.endedBefore += before.expiresAt < over ? 1 : 0
      figures.endedAfter += later.expiresAt < over ? 1 : 0
      figures.endedByHeads += endsByHeads([...honest, ...attack]) ? 1 : 0
    } else {
      figures.confirmedBefore += before.unconfirmed ? 0 : 1
      figures.confirmedAfter += later.unconfirmed ? 0 : 1
    }
  }
  expect(figures.endedAfter - figures.endedBefore).toBe(0)
  expect(figures.confirmedAfter - figures.confirmedBefore).toBe(0)
  expect(figures.endedByHeads).toBe(200)
})

/** Two denials without a confirmation between them. */
function endsByHeads(votes: readonly Vote[]): boolean {
  const inOrder = votes.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return inOrder.some((vote, index) => !vote.confirms && inOrder[index + 1]?.confirms === false)
}
