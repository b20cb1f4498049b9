import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import { nextTry } from '#domain/messages/messages.ts'
import type { About, MessageKind } from '#server/db/shared/messages.ts'
import { AddressRefused, SendingDropped } from '#server/mail/mailer.ts'
import type { PushOutcome } from '#server/push/pusher.ts'
import type { ClaimedMessage } from './claimed-message.ts'
import type { Ending } from './messages.store.ts'

/** How a kind is tried. */
export type Tried = Pick<MessageKind<About>, 'triedHours' | 'isAlarm'>

/** It is not tried again. */
export const over = (state: Ending['state']): Ending => ({ state, retryAt: null })

/** It is tried again at a time; null: given up. */
export const unlessNever = (retryAt: Date | null): Ending => ({
  state: retryAt === null ? 'FAILED' : 'QUEUED',
  retryAt,
})

/** Of a message that was not taken. */
export function again(message: ClaimedMessage, { triedHours, isAlarm }: Tried, now: Date): Ending {
  return unlessNever(nextTry({ ...message, triedHours, isAlarm }, now))
}

/** A newer version has added it: it stays for that one's processes. */
export function leftForNewer({ tries }: ClaimedMessage, { isAlarm }: Pick<Tried, 'isAlarm'>, now: Date): Ending {
  const { triedHours } = messagesServerLimits
  return { state: 'QUEUED', retryAt: nextTry({ tries, dueAt: now, triedHours, isAlarm }, now) }
}

/** Of an e-mail that could not be handed over. */
export function endingAfter(error: unknown, message: ClaimedMessage, kind: Tried, now: Date): Ending {
  if (error instanceof SendingDropped) return { state: 'QUEUED', retryAt: null }
  return error instanceof AddressRefused ? over('BOUNCED') : again(message, kind, now)
}

/** Of a push message, where it is not tried again. */
export const endingOf = {
  TAKEN: over('SENT'),
  GONE: over('GONE'),
  REFUSED: over('FAILED'),
  LATER: over('FAILED'),
} satisfies Record<PushOutcome, Ending>

/** Of what was posted to a program. @param httpStatus null: it did not answer. */
export function endingOfPost(httpStatus: number | null, message: ClaimedMessage, kind: Tried, now: Date): Ending {
  const isTaken = httpStatus !== null && httpStatus >= 200 && httpStatus < 300
  return { ...(isTaken ? over('SENT') : again(message, kind, now)), httpStatus }
}
