import { describe, expect, test } from 'vitest'
import { voteServerLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import { type VoterNearness, voterNearness } from '#contract/poi-reports/poi-reports.ts'
import { boundedVotes, isSolid, type Voter, weightOfVote } from './vote-weight.ts'

const now = new Date('2026-11-21T12:00:00Z')
const proven: Voter = { deviceSince: new Date('2026-11-14T12:00:00Z'), agreed: 0, disagreed: 0 }
const fresh: Voter = { ...proven, deviceSince: new Date('2026-11-14T12:00:01Z') }
const without: Voter = { ...proven, deviceSince: null }
const trusted: Voter = { ...proven, agreed: 18 }
const refuted: Voter = { ...proven, disagreed: 8 }

describe('a vote', () => {
  test.each<{ name: string; voter: Voter; nearness?: VoterNearness; repeats?: number; weight: number }>([
    { name: 'beside it, with a device for a week', voter: proven, nearness: 'near', weight: 0.5 },
    { name: 'within some kilometres', voter: proven, nearness: 'around', weight: 0.125 },
    { name: 'from afar', voter: proven, nearness: 'far', weight: 0.025 },
    { name: 'without a word about where', voter: proven, weight: 0.25 },
    { name: 'with a device since a second less than a week', voter: fresh, nearness: 'near', weight: 0.15 },
    { name: 'without a device', voter: without, nearness: 'near', weight: 0.15 },
    { name: 'of somebody whom others always confirmed', voter: trusted, nearness: 'near', weight: 0.7 },
    { name: 'of the same, from afar', voter: trusted, nearness: 'far', weight: 0.0475 },
    { name: 'of somebody whom others refuted', voter: refuted, nearness: 'near', weight: 0.1 },
    { name: 'the second of its sense on the same person', voter: proven, nearness: 'near', repeats: 1, weight: 0.25 },
    { name: 'the tenth', voter: proven, nearness: 'near', repeats: 9, weight: 0.05 },
  ])('$name weighs $weight', ({ voter, nearness, repeats = 0, weight }) => {
    expect(weightOfVote(voter, { nearness, repeats }, now)).toBeCloseTo(weight, 10)
  })

  test('of nobody ends a report alone, nor with all weak ones and one of a proven voter', () => {
    const { heaviest, ending, allWeak } = voteServerLimits
    expect(heaviest).toBeLessThan(ending)
    expect(weightOfVote(proven, { nearness: 'near', repeats: 0 }, now) + allWeak).toBeLessThan(ending)
  })

  test('from afar or of a new account is weak, whatever else speaks for it', () => {
    for (const nearness of [...voterNearness.options, undefined]) {
      expect(isSolid(weightOfVote(fresh, { nearness, repeats: 0 }, now))).toBe(false)
    }
    expect(isSolid(weightOfVote(trusted, { nearness: 'far', repeats: 0 }, now))).toBe(false)
  })
})

test('weak votes of one sense share a small sum; the others keep their weight', () => {
  const weak = { confirms: false, weight: 0.15 }
  const votes = [weak, weak, { confirms: false, weight: 0.5 }, weak, { confirms: true, weight: 0.15 }]
  expect(boundedVotes(votes).map(({ weight }) => Math.round(weight * 100))).toEqual([15, 5, 50, 0, 15])
})
