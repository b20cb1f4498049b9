import type { AlarmKind } from '#contract/alarms.ts'
import { emergencyContactsServerLimits } from '#contract/emergency-contacts-limits.ts'
import { minuteMs } from '#contract/time-units.ts'

/** Who is notified of a vehicle's alarm after its owner, in this order, and the chain of its last alarm. */
export interface Chain {
  waitMinutes: number
  contactIds: readonly string[]
  last: LastChain | null
}

export interface LastChain {
  /** When its last contact was due. */
  endsAt: Date
  /** When somebody said that they had seen the alarm; null if nobody did. */
  answeredAt: Date | null
}

/** A message to one contact. The owner's own messages are no hops: they go at once, with every alarm. */
export interface Hop {
  /** From 1. */
  number: number
  contactId: string
  dueAt: Date
}

const { restAfterAnswerMinutes, restAfterEndMinutes } = emergencyContactsServerLimits

/** What others are woken for: a theft may be under way. A knock, a battery and a silence are for the owner to look after. */
const gravest: readonly AlarmKind[] = ['MOVEMENT', 'TOW', 'POWER_CUT', 'TAMPER', 'JAMMING']

/**
 * Whom an alarm goes to if nobody answers, and when. None while the chain before goes on, and a while after: a theft raises
 * an alarm every few minutes, and each contact is told of it once.
 */
export function hopsOf(kind: AlarmKind, { waitMinutes, contactIds, last }: Chain, now: Date): Hop[] {
  if (!gravest.includes(kind) || isResting(last, now)) return []
  return contactIds.map((contactId, index) => {
    const number = index + 1
    return { number, contactId, dueAt: new Date(now.getTime() + number * waitMinutes * minuteMs) }
  })
}

function isResting(last: LastChain | null, now: Date): boolean {
  if (last === null) return false
  const { answeredAt, endsAt } = last
  const rests = answeredAt === null ? restAfterEndMinutes : restAfterAnswerMinutes
  const since = answeredAt ?? endsAt
  return now.getTime() < since.getTime() + rests * minuteMs
}
