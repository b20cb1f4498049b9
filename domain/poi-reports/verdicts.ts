import { poiReportsLimits, voteServerLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { Reported, Vote } from './poi-reports.ts'
import { isSolid } from './vote-weight.ts'

/** A word about a report and whose it is. The report itself is its reporter's first word for it. */
export interface SaidBy extends Vote {
  userId: string
}

export interface Verdict {
  userId: string
  agreed: boolean
}

/**
 * How the words about a report turned out, by what somebody else said next whose word counts. Of words that nobody answered
 * nothing is known, nor of those before a change: who saw it there an hour before it was gone was right.
 * @param words the reporter's among them, in any order.
 */
export function verdictsOf({ poiType }: Pick<Reported, 'poiType'>, words: readonly SaidBy[]): Verdict[] {
  const inOrder = words.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const contradictingMs = poiReportsLimits.lifetimeMinutes[poiType] * minuteMs * voteServerLimits.contradictingShare
  return inOrder.flatMap((word, index): Verdict | [] => {
    const next = inOrder.slice(index + 1).find((later) => later.userId !== word.userId && isSolid(later.weight))
    if (next === undefined) return []
    if (next.confirms === word.confirms) return { userId: word.userId, agreed: true }
    const isChange = word.confirms && next.at.getTime() - word.at.getTime() > contradictingMs
    return isChange ? [] : { userId: word.userId, agreed: false }
  })
}
