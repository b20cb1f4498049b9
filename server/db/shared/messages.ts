import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import { processServerLimits } from '#contract/limits/process-limits.ts'
import { hourMs, minuteMs } from '#contract/base/time-units.ts'
import type { MessageChannel } from '#domain/messages/messages.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { skippingLocked, type Writing } from '#server/db/transactions/locks.ts'
import { pushTargetsOf } from './push-targets.ts'
import { emailName } from '#server/mail/email-name.ts'

/** What a message is about: the key of a row of its feature, which says what there is to tell when it is sent. */
export type About = readonly [string, ...string[]]

/** A kind of message. What one says, its feature registers with the rounds (`server/features/messages/`). */
export interface MessageKind<Key extends About> {
  name: string
  about: z.ZodType<Key>
  /** Sent before all others. */
  isAlarm: boolean
  /** An e-mail that is not taken is tried this long after it was due. */
  triedHours: number
  /** It waits for no other kind, and none for it. */
  isApart?: true
}

/** A kind that is no alarm, and that is tried for a day. */
export function messageKind<Key extends About>(name: string, about: z.ZodType<Key>): MessageKind<Key> {
  return { name, about, isAlarm: false, triedHours: messagesServerLimits.triedHours }
}

export interface NewMessage {
  /** By which it is known at each try. One that is there already is not added again: it is sent once. */
  id: string
  kind: string
  about: About
  userId: string | null
  deviceId: string | null
  /** Its messages stay as long as it does. */
  alarmId: string | null
  /** Its place in the chain of an alarm; null: it is in none. */
  number: number | null
  channel: MessageChannel
  recipient: string | null
  address: string | null
  words: string | null
  /** Of those that are due the smallest goes first. */
  rank: number
  /** Not before. One about an alarm that is due with it goes at once. */
  dueAt: Date
}

/**
 * Adds messages in the transaction of what they are about: they are there with the commit, or not at all. A round finds them
 * within a minute; who does not want to wait wakes the rounds (`Messages.wake`).
 */
export async function addMessages(writing: Writing, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  await writing
    .insertInto('messages')
    .values(messages.map((message) => rowOf(message)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Adds one of the demo world, as if it had reached its receiver when it was due: nothing of that world is sent. */
export async function addDelivered(writing: Writing, message: NewMessage): Promise<void> {
  const at = message.dueAt
  const delivered = { state: 'DELIVERED', begun_at: at, ended_at: at, reported_at: at, tries: 1 } as const
  await writing
    .insertInto('messages')
    .values({ ...rowOf(message), ...delivered })
    .execute()
}

function rowOf({ about, userId, deviceId, alarmId, dueAt, ...message }: NewMessage) {
  return {
    ...message,
    about: [...about],
    user_id: userId,
    device_id: deviceId,
    alarm_id: alarmId,
    state: 'QUEUED' as const,
    due_at: dueAt,
    begun_at: null,
    ended_at: null,
    reported_at: null,
    answered_at: null,
    tries: 0,
    retry_at: null,
  }
}

/**
 * Ends those that wait, because somebody has answered. One that is held is being begun just now: whether it is still wanted is
 * asked when its turn comes.
 * @param which of `messages`.
 */
export async function stopMessages(writing: Queries, which: RawBuilder<boolean>, now: Date): Promise<void> {
  await sql`
    with waiting as materialized (
      select id from messages where state = 'QUEUED' and ${which} ${skippingLocked('messages')})
    update messages set state = 'STOPPED', ended_at = ${now}, words = null, address = null from waiting
    where messages.id = waiting.id`.execute(writing)
}

/**
 * Parts of a statement that moves those that wait and were never begun to another time. One that is held is being begun just
 * now: it stays.
 * @param which of `messages`. @param dueAt of `messages`.
 */
export function movedMessages(which: RawBuilder<boolean>, dueAt: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    waiting as materialized (
      select id from messages where state = 'QUEUED' and begun_at is null and ${which} ${skippingLocked('messages')}),
    moved as (update messages set due_at = ${dueAt} from waiting where messages.id = waiting.id)`
}

/** Notes of messages that were not answered yet that their receiver has answered. @param which of `messages`. */
export async function noteMessagesAnswered(writing: Queries, which: RawBuilder<boolean>, now: Date): Promise<void> {
  await writing
    .updateTable('messages')
    .set({ answered_at: now })
    .where('answered_at', 'is', null)
    .where(which)
    .execute()
}

interface ForOwner<Key extends About> {
  about: Key
  userId: string
  deviceId: string | null
  words: string | null
  dueAt: Date
}

/** Adds an e-mail to an account's owner, and the same for each browser in which they want push messages. */
export async function addForOwner<Key extends About>(
  writing: Writing,
  { name: kind }: MessageKind<Key>,
  { about, userId, deviceId, words, dueAt }: ForOwner<Key>,
): Promise<void> {
  const browsers = await pushTargetsOf(writing, userId, dueAt)
  const common = { kind, about, userId, deviceId, alarmId: null, number: null, address: null, words, rank: 0, dueAt }
  await addMessages(writing, [
    { ...common, id: emailName(kind, userId, ...about), channel: 'EMAIL', recipient: null },
    ...browsers.map(({ id }) => ({
      ...common,
      id: emailName(kind, userId, ...about, id),
      channel: 'PUSH' as const,
      recipient: id,
    })),
  ])
}

interface NewEmail<Key extends About> {
  /** Unique: of it there is one e-mail. */
  about: Key
  userId: string | null
  deviceId: string | null
  /** Null: a row that the feature reads has it. */
  address: string | null
  words: string
  dueAt: Date
}

/** Adds an e-mail that says the same words at each try, such as the token of a link. */
export async function addEmail<Key extends About>(
  writing: Writing,
  { name: kind }: MessageKind<Key>,
  email: NewEmail<Key>,
): Promise<void> {
  await addMessages(writing, [
    {
      ...email,
      id: emailName(kind, ...email.about),
      kind,
      alarmId: null,
      number: null,
      channel: 'EMAIL',
      recipient: null,
      rank: 0,
    },
  ])
}

/** Whether there is an e-mail about this already, whatever became of it. */
export async function isEmailAdded<Key extends About>(
  queries: Queries,
  { name: kind }: MessageKind<Key>,
  about: Key,
): Promise<boolean> {
  const id = emailName(kind, ...about)
  const found = await queries.selectFrom('messages').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

/** Whether a message of `messages` still has to be sent. */
export const isOpen: RawBuilder<boolean> = sql<boolean>`messages.state in ('QUEUED', 'SENDING')`

/** Whether a message of `messages` is claimed by itself: it waits for no e-mail of a day that is still to be sent. */
export const isByItself: RawBuilder<boolean> = sql<boolean>`(
  messages.digest_id is null or not exists (
    select from messages as digest where digest.id = messages.digest_id and digest.state in ('QUEUED', 'SENDING')))`

/**
 * Of one that waits for another try. If it waits longer than the longest pause, that was noted when a clock of ours was ahead;
 * or only just now: a round that began to ask before that may be answered after it.
 */
export function isPauseOver(longestPauseMs: number, now: Date): RawBuilder<boolean> {
  const longest = new Date(now.getTime() + longestPauseMs + messagesServerLimits.leaseMinutes * minuteMs)
  return sql<boolean>`(retry_at is null or retry_at <= ${now} or retry_at > ${longest})`
}

/** Its worker is gone, or a clock of ours was ahead. */
export function isLeftBehind(now: Date, messages = 'messages'): RawBuilder<boolean> {
  const [state, begunAt] = [sql.ref(`${messages}.state`), sql.ref(`${messages}.begun_at`)]
  const stuckBefore = new Date(now.getTime() - messagesServerLimits.leaseMinutes * minuteMs)
  const ahead = new Date(now.getTime() + processServerLimits.ownClockAheadHours * hourMs)
  return sql<boolean>`(${state} = 'SENDING' and (${begunAt} < ${stuckBefore} or ${begunAt} > ${ahead}))`
}
