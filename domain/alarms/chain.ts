import { type AlarmKind, type HopChannel, isCallForHelp } from '#contract/alarms/alarms.ts'
import {
  emergencyContactsLimits,
  emergencyContactsServerLimits,
} from '#contract/emergency-contacts/emergency-contacts-limits.ts'
import type { PhoneChannel } from '#contract/phones/phone-channel.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { isAhead } from './guard.ts'

/** Who is notified of a vehicle's alarm besides by the owner's e-mail, in this order, and its last chains. */
export interface Chain {
  waitMinutes: number
  /** How the owner's phone is reached; null if they have confirmed none. */
  ownerPhone: PhoneChannel | null
  contacts: readonly ChainContact[]
  /** Whether the owner wishes that contacts are called for help, too. */
  callsForHelp: boolean
  last: LastChain | null
  lastForHelp: LastChain | null
}

interface ChainContact {
  id: string
  phone: PhoneChannel | null
  /** Has agreed to be called for help. */
  helps: boolean
}

export interface LastChain {
  /** When its last contact was due. */
  endsAt: Date
  /** When somebody said that they had seen the alarm; null if nobody did. */
  answeredAt: Date | null
}

/** A message to one person. The owner's e-mail and push messages are no hops: they go at once, with every alarm. */
export interface Hop {
  /** 0: the owner. Contacts are numbered from 1; a contact with a phone has two messages. */
  number: number
  channel: HopChannel
  /** Null: the owner. */
  contactId: string | null
  dueAt: Date
}

const { restAfterAnswerMinutes, restAfterEndMinutes } = emergencyContactsServerLimits
const longestWaitMinutes = Math.max(...emergencyContactsLimits.waitMinutes)

/** What people are woken for besides calls for help: a theft may be under way. All else waits until the owner reads. */
const gravest: readonly AlarmKind[] = ['MOVEMENT', 'TOW', 'POWER_CUT', 'TAMPER', 'JAMMING']

/**
 * Whom an alarm goes to, and when: to the owner's phone at once, and to contacts if nobody answers. None while the chain
 * before goes on, and a while after: a theft raises an alarm every few minutes, and each person is notified once. A theft
 * keeps no call for help waiting, nor the other way round. A test reaches the owner's phone and nobody else.
 */
export function hopsOf(kind: AlarmKind, chain: Chain, now: Date): Hop[] {
  const { waitMinutes, ownerPhone } = chain
  const isHelp = isCallForHelp(kind)
  const contacts = isHelp ? helpersOf(chain) : chain.contacts
  const toOwner = ownerPhone === null ? [] : [{ number: 0, channel: ownerPhone, contactId: null, dueAt: now }]
  if (kind === 'TEST') return toOwner
  if (!isHelp && !gravest.includes(kind)) return []
  if (isResting(isHelp ? chain.lastForHelp : chain.last, now)) return []
  const toContacts = contacts.flatMap(({ id, phone }, index) => {
    const number = index + 1
    const hop = { number, contactId: id, dueAt: new Date(now.getTime() + number * waitMinutes * minuteMs) }
    return [{ ...hop, channel: 'EMAIL' as const }, ...(phone === null ? [] : [{ ...hop, channel: phone }])]
  })
  return [...toOwner, ...toContacts]
}

function helpersOf({ callsForHelp, contacts }: Chain): readonly ChainContact[] {
  return callsForHelp ? contacts.filter(({ helps }) => helps) : []
}

/** When this contact of a chain that begins now is due at the latest. */
export function latestTurn(number: number, now: Date): Date {
  return new Date(now.getTime() + number * longestWaitMinutes * minuteMs)
}

function isResting(last: LastChain | null, now: Date): boolean {
  if (last === null) return false
  const { endsAt } = last
  // Of an answer that was noted when our clock was ahead, the time is not known.
  const answeredAt = last.answeredAt === null || isAhead(last.answeredAt, now) ? null : last.answeredAt
  const rests = answeredAt === null ? restAfterEndMinutes : restAfterAnswerMinutes
  const since = answeredAt ?? endsAt
  return now.getTime() < since.getTime() + rests * minuteMs
}
