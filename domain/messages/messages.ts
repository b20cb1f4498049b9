import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import { phonesServerLimits } from '#contract/phones/phones-limits.ts'
import { hourMs, minuteMs, secondMs } from '#contract/base/time-units.ts'

export type MessageChannel = 'EMAIL' | 'PUSH' | 'SMS' | 'VOICE' | 'WEBHOOK'

/**
 * `SENT`: a mail server, push service or provider has taken it. `BOUNCED`: there is no such address. `GONE`: there is no such
 * browser any more. `STOPPED`: it was answered, or its receiver does not want such. `WITHHELD`: there were too many.
 */
export const messageStates = [
  'QUEUED',
  'SENDING',
  'SENT',
  'DELIVERED',
  'BOUNCED',
  'GONE',
  'FAILED',
  'STOPPED',
  'WITHHELD',
] as const
export type MessageState = (typeof messageStates)[number]

const { alarmPauseSeconds, firstPauseMinutes, longestPauseMinutes } = messagesServerLimits

/**
 * When a message that was not taken is tried again, for the last time when its time is over; null: never.
 * @param tries how often it was tried.
 * @param triedHours after this long it is given up; 0: it is tried once.
 * @param isAlarm it is tried again with the next round.
 */
export function nextTry(
  { dueAt, tries, triedHours, isAlarm }: { dueAt: Date; tries: number; triedHours: number; isAlarm: boolean },
  now: Date,
): Date | null {
  const givenUpAt = dueAt.getTime() + triedHours * hourMs
  if (now.getTime() >= givenUpAt) return null
  const pauseMs = isAlarm ? alarmPauseSeconds * secondMs : pauseMinutes(tries) * minuteMs
  return new Date(Math.min(now.getTime() + pauseMs, givenUpAt))
}

/** Pauses double from the first up to the longest. @param tries how often it was tried. */
export function pauseMinutes(tries: number): number {
  return Math.min(longestPauseMinutes, firstPauseMinutes * 2 ** (tries - 1))
}

/** The same of a message to a phone, which was handed over this often. */
export function nextPhoneTry(tries: number, now: Date): Date | null {
  const { tries: mostTries, firstPauseMinutes: pauseMinutes } = phonesServerLimits
  return tries >= mostTries ? null : new Date(now.getTime() + pauseMinutes * 2 ** (tries - 1) * minuteMs)
}
