import { type AlarmKind, isCallForHelp } from '#contract/alarms/alarms.ts'
import {
  choiceOf,
  choiceOfPerson,
  type MessageTopic,
  type QuietHours,
  type WishChannel,
} from '#contract/messages/message-wishes.ts'
import type { ReminderKind } from '#contract/reminders/reminders.ts'
import type { MessageChannel } from './messages.ts'
import { nextDigest } from './digest.ts'
import { quietUntil } from './quiet-hours.ts'

/** A message as it is known before it is sent. */
export interface Waiting {
  /** The name of its kind (`messageKind`). */
  kind: string
  /** The key of what it is about. */
  about: readonly string[]
  channel: MessageChannel
  /** Its place in the chain of an alarm: 0 is the owner; null: it is in none. */
  number: number | null
  /** Of the alarm that it is about. */
  alarmKind: AlarmKind | null
  /** How often it was begun, with this time. */
  tries: number
}

/** What the receiver's account does not want of the vehicle, their own or another's, and when they want to be left alone. */
export interface ReceiversWishes {
  declined: readonly Declined[]
  quietHours: QuietHours | null
  /** When e-mails that can wait come as one a day; null: each by itself. */
  digestAt: string | null
}

/** As `declinedOf` writes it: a topic and a channel. */
export type Declined = string

/** `UNWANTED`: its receiver does not want such messages. A time: it waits until then. `inDigestAt`: it goes then, with others. */
export type Fate = 'SENT' | 'UNWANTED' | Date | { inDigestAt: Date }

/**
 * What becomes of a message whose turn it is: whether its receiver wants it, and whether it waits for the e-mail of the day, or for the
 * end of their quiet hours. One that was tried already goes on by itself.
 */
export function fateOf(message: Waiting, { declined, quietHours, digestAt }: ReceiversWishes, now: Date): Fate {
  const topic = topicOf(message)
  const channel = wishChannelOf(message.channel)
  if (topic !== null && channel !== null && declined.includes(declinedName(topic, channel))) {
    // One that is fixed cannot be declined, whatever is stored.
    const choice = isToPerson(message) ? choiceOfPerson(topic, channel) : choiceOf(topic, channel)
    if (choice !== 'FIXED') return 'UNWANTED'
  }
  if (digestAt !== null && message.tries <= 1 && isForDigest(message)) {
    return { inDigestAt: nextDigest(digestAt, quietHours, now) }
  }
  if (quietHours === null || !canWait(message)) return 'SENT'
  return quietUntil(quietHours, now) ?? 'SENT'
}

export function declinedName(topic: string, channel: string): Declined {
  return `${topic} ${channel}`
}

/** Whether it goes to somebody whom the vehicle's owner has invited. */
function isToPerson({ kind }: Pick<Waiting, 'kind'>): boolean {
  return kind === 'person-alarm'
}

/**
 * What a message to the owner of a vehicle, or to somebody whom they have invited, is about. Null: it is about none, such as a link
 * that they have asked for, or goes to a contact, whose account it is not; wishes say nothing about it.
 */
export function topicOf({ kind, about, number, alarmKind }: Omit<Waiting, 'channel' | 'tries'>): MessageTopic | null {
  if (kind === 'alarm' || isToPerson({ kind }) || (kind === 'alarm-hop' && number === 0)) {
    return alarmKind && topicOfAlarm(alarmKind)
  }
  if (kind === 'place-visit') return 'VISIT'
  if (kind === 'reminder') return reminderTopics.get(about[1] ?? '') ?? null
  return null
}

function topicOfAlarm(kind: AlarmKind): MessageTopic {
  if (isCallForHelp(kind)) return 'HELP'
  return kind === 'SILENCE' || kind === 'LOW_BATTERY' ? kind : 'THEFT'
}

const topicsOfReminders = {
  LICENCE: 'PROTECTION',
  CONSENT: 'PROTECTION',
  PAUSED: 'PAUSED',
  BLIND: 'BLIND',
  WEATHER: 'WEATHER',
  INSPECTION: 'INSPECTION',
  SEASON: 'SEASON',
} as const satisfies Record<ReminderKind, MessageTopic>
const reminderTopics: ReadonlyMap<string, MessageTopic> = new Map(Object.entries(topicsOfReminders))

export function topicOfReminder(kind: ReminderKind): MessageTopic {
  return topicsOfReminders[kind]
}

/**
 * How long it can wait. `day`: it is worth as much in the evening, and can go in the e-mail of the day. `night`: it says nothing that
 * an owner would get up for, so it waits for the end of quiet hours; but a storm and an arrival are over by evening, and a vehicle that
 * the alarm does not see may be gone by then. `none`: at once.
 */
const patienceOf = {
  THEFT: 'none',
  HELP: 'none',
  SILENCE: 'none',
  LOW_BATTERY: 'day',
  PROTECTION: 'none',
  PAUSED: 'day',
  BLIND: 'night',
  VISIT: 'night',
  WEATHER: 'night',
  INSPECTION: 'day',
  SEASON: 'day',
} as const satisfies Record<MessageTopic, 'none' | 'night' | 'day'>

/** Kinds about no vehicle that wait; all else, such as an account's security, goes at once. That a licence will end is told days before. */
const patientKinds: readonly string[] = ['licence-reminder', 'place-weather', 'digest']

/** Whether it can go in the e-mail of the day. That a licence ends tomorrow cannot: it might have ended by then. */
function isForDigest(message: Waiting): boolean {
  if (message.channel !== 'EMAIL') return false
  const topic = topicOf(message)
  if (topic !== null) return patienceOf[topic] === 'day'
  return message.kind === 'licence-reminder' && message.about[2] !== '1'
}

/** Whether it waits for the end of quiet hours. */
export function canWait(message: Waiting): boolean {
  const topic = topicOf(message)
  return topic === null ? patientKinds.includes(message.kind) : patienceOf[topic] !== 'none'
}

/** Null: programs have events of their own, and say which they want. */
function wishChannelOf(channel: MessageChannel): WishChannel | null {
  if (channel === 'WEBHOOK') return null
  return channel === 'SMS' || channel === 'VOICE' ? 'PHONE' : channel
}
