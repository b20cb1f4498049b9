import * as z from 'zod/mini'
import { deviceId } from '#contract/base/identity.ts'

/**
 * What messages about a vehicle are about. `THEFT`: it moves, or its tracker signals that somebody is at it; also the first
 * position and a test. `HELP`: a call for help. `PROTECTION`: tracking or the alarm has ended. `VISIT`: it has arrived at a place
 * of its owner, or left it. The others as alarms (`SILENCE`, `LOW_BATTERY`) and reminders are called.
 */
export const messageTopics = [
  'THEFT',
  'HELP',
  'SILENCE',
  'LOW_BATTERY',
  'PROTECTION',
  'PAUSED',
  'BLIND',
  'VISIT',
  'WEATHER',
  'INSPECTION',
  'SEASON',
] as const
export type MessageTopic = (typeof messageTopics)[number]

/** What somebody would silence before a theft: that it was is in the list of activities, and „Das war ich nicht“ takes it back. */
export const alarmTopics = ['THEFT', 'HELP', 'SILENCE'] as const satisfies readonly MessageTopic[]
export type AlarmTopic = (typeof alarmTopics)[number]

/** `PHONE`: a text message or a call, as the owner has chosen with their phone. */
export const wishChannels = ['PUSH', 'EMAIL', 'PHONE'] as const
export type WishChannel = (typeof wishChannels)[number]

/**
 * Whether owners choose that messages about a topic go this way. `FIXED`: they always do. The specification (section 9) requires
 * the e-mail about a theft, and that protection has ended is always told (docs/decisions/0042-told-once.md). `NEVER`: there are
 * no such messages.
 */
export type Choice = 'FREE' | 'FIXED' | 'NEVER'

const choices = {
  THEFT: { EMAIL: 'FIXED', PUSH: 'FREE', PHONE: 'FREE' },
  HELP: { EMAIL: 'FIXED', PUSH: 'FREE', PHONE: 'FREE' },
  SILENCE: { EMAIL: 'FREE', PUSH: 'FREE', PHONE: 'NEVER' },
  LOW_BATTERY: { EMAIL: 'FREE', PUSH: 'FREE', PHONE: 'NEVER' },
  PROTECTION: { EMAIL: 'FIXED', PUSH: 'FREE', PHONE: 'NEVER' },
  PAUSED: { EMAIL: 'FREE', PUSH: 'FREE', PHONE: 'NEVER' },
  BLIND: { EMAIL: 'FREE', PUSH: 'FREE', PHONE: 'NEVER' },
  VISIT: { EMAIL: 'FREE', PUSH: 'FREE', PHONE: 'NEVER' },
  WEATHER: { EMAIL: 'FREE', PUSH: 'FREE', PHONE: 'NEVER' },
  INSPECTION: { EMAIL: 'FREE', PUSH: 'FREE', PHONE: 'NEVER' },
  SEASON: { EMAIL: 'FREE', PUSH: 'FREE', PHONE: 'NEVER' },
} as const satisfies Record<MessageTopic, Record<WishChannel, Choice>>

export function choiceOf(topic: MessageTopic, channel: WishChannel): Choice {
  return choices[topic][channel]
}

/**
 * What messages to somebody are about whom the vehicle's owner has invited. The same as `alarmTopics` only for now: people might get
 * one whose silencing says nothing of a theft, such as of a battery, which would not have to stand in the list of activities.
 */
export const personTopics = ['THEFT', 'HELP', 'SILENCE'] as const satisfies readonly MessageTopic[]
export type PersonTopic = (typeof personTopics)[number]

/** How they go: a phone is its owner's to enter, and never an invited person's. */
export const personChannels = ['EMAIL', 'PUSH'] as const satisfies readonly WishChannel[]

/** The same for an invited person, who may leave at any time: nothing is fixed (docs/decisions/0110-invited-people-choose.md). */
export function choiceOfPerson(topic: MessageTopic, channel: WishChannel): Choice {
  return personTopics.some((one) => one === topic) && personChannels.some((one) => one === channel) ? 'FREE' : 'NEVER'
}

const timeMessage = 'Bitte geben Sie eine Uhrzeit an, etwa 22:00.'
export const clockTime = z.string(timeMessage).check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, timeMessage))

/** By the clock in Germany. From a time until one that is not later they go on past midnight. */
export const quietHours = z
  .object({ from: clockTime, to: clockTime })
  .check(z.refine(({ from, to }) => from !== to, { error: 'Beginn und Ende sind gleich.', path: ['to'] }))
export type QuietHours = z.output<typeof quietHours>

/** Whether messages of a topic about a vehicle go one way. What is the caller's to choose depends on what they are to it. */
export const messageWish = z.object({
  topic: z.enum(messageTopics, 'Bitte wählen Sie, worum es geht.'),
  channel: z.enum(wishChannels, 'Bitte wählen Sie den Weg.'),
  wanted: z.boolean('Bitte wählen Sie, ob Sie die Nachricht möchten.'),
})
export type MessageWish = z.output<typeof messageWish>

/** A vehicle with what is not wanted about it. Topics and channels also as newer versions call them. */
const wishesOfVehicle = z.object({
  deviceId,
  deviceName: z.string(),
  declined: z.array(z.object({ topic: z.string(), channel: z.string() })),
})
export type WishesOfVehicle = z.output<typeof wishesOfVehicle>

export const messageWishes = z
  .object({
    /** When what can wait does; null: never. */
    quietHours: z.nullable(z.object({ from: z.string(), to: z.string() })),
    /** When e-mails that can wait come as one a day, by the clock in Germany; null or absent: each by itself. */
    digestAt: z.nullish(z.string()),
    /** The account's vehicles. */
    vehicles: z.array(wishesOfVehicle),
    /** Those of others, to which its user is invited and has accepted. */
    others: z.nullish(z.array(wishesOfVehicle)),
  })
  .check(z.meta({ id: 'MessageWishes' }))
export type MessageWishes = z.output<typeof messageWishes>
