import { type RawBuilder, sql } from 'kysely'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '#contract/base/time-units.ts'
import { type DeliveryAction, emailStateAfter } from '#domain/messages/email-delivery.ts'
import type { MessageChannel, MessageState } from '#domain/messages/messages.ts'
import type { Database } from '#server/db/connection/database.ts'
import { type Locks, skippingLocked, inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import { isByItself, isLeftBehind, isOpen, isPauseOver } from '#server/db/shared/messages.ts'
import { type OverdueQueue, overdueMinutes } from '#server/jobs/overdue-work.ts'
import { asClaimed, type ClaimedMessage, type ClaimedRow, messageOf } from './claimed-message.ts'

/** Which try it is: one whose lease was over says nothing about the next. */
export type Claim = Pick<ClaimedMessage, 'id' | 'tries'>

/** Whose turn it is among the messages of a lane. */
export interface Turns {
  /** Whether one of `messages` that is open is to be sent. */
  isDue(now: Date): RawBuilder<boolean>
  /** The first of these is sent next. */
  order: RawBuilder<unknown>
}

/** Messages that are sent by the same rounds. */
export interface Lane {
  channels: readonly MessageChannel[]
  kinds: readonly string[]
  turns: Turns
  /**
   * What is changed by the very statement that claims one: of `next` it knows `alarm_id`, `due_at` and whether this is its first
   * try (`is_first`).
   */
  whenBegun?: ((now: Date) => RawBuilder<unknown>) | undefined
}

/** What became of a try. */
export interface Ending {
  state: MessageState
  /** Of one that is `QUEUED` again; null: at once. */
  retryAt: Date | null
  /** What a program's address answered; null: nothing in time. */
  httpStatus?: number | null
}

/** What follows from how a message ended, in the same transaction, and what that holds. */
export interface Consequence<Held extends Locks = Locks> {
  holding: Held
  follow(writing: Writing, ending: Ending, now: Date): Promise<void>
}

export type MessagesStore = ReturnType<typeof createMessagesStore>

/** Messages on their way. Each is claimed before it is sent, so that two workers never send the same. */
export function createMessagesStore(database: Database) {
  return {
    /** Claims the one whose turn it is; null if none is due. */
    async begin({ channels, kinds, turns, whenBegun }: Lane, now: Date): Promise<ClaimedMessage | null> {
      // Not as parameters: alarms and their chains have indexes of their own (0113, 0133).
      const among = (names: readonly string[]) => sql.join(names.map((name) => sql.lit(name)))
      const { rows } = await sql<ClaimedRow>`
        with next as materialized (
          select id, alarm_id, due_at, begun_at is null as is_first from messages
          where ${isOpen} and channel in (${among(channels)}) and kind in (${among(kinds)}) and ${turns.isDue(now)}
            and ${isByItself}
          order by ${turns.order} limit 1 ${skippingLocked('messages')}),
        claimed as (
          update messages set state = 'SENDING', begun_at = ${now}, ended_at = null, retry_at = null, tries = tries + 1
          from next where messages.id = next.id returning messages.*)
        ${whenBegun === undefined ? sql`` : sql`, ${whenBegun(now)}`}
        ${asClaimed(now)}`.execute(database)
      return rows[0] === undefined ? null : messageOf(rows[0])
    },

    /** Notes that one is still being sent. Not to a receiver whose account has another address now: after its lease it is sent to that. */
    async renew({ id, tries, owner }: Claim & Pick<ClaimedMessage, 'owner'>, now: Date): Promise<void> {
      const isTheirAddress = sql<boolean>`(
        user_id is null or recipient is not null or exists (select from users where users.id = user_id and users.email = ${owner?.email ?? null}))`
      await database
        .updateTable('messages')
        .set({ begun_at: now })
        .where('id', '=', id)
        .where('state', '=', 'SENDING')
        .where('tries', '=', tries)
        .where(isTheirAddress)
        .execute()
    },

    /**
     * Records what became of a try. Words and address go where no other follows.
     * @returns whether it did: not if another try has begun meanwhile, or a report came first.
     */
    async end({ id, tries }: Claim, ending: Ending, now: Date, consequence: Consequence = nothing): Promise<boolean> {
      const { state, retryAt, httpStatus } = ending
      const isOver = state !== 'QUEUED'
      return inTransaction(database, consequence.holding, async (writing) => {
        const ended = await writing
          .updateTable('messages')
          .set({ state, retry_at: retryAt, ended_at: now, ...(isOver && { words: null, address: null }) })
          .$if(httpStatus !== undefined, (update) => update.set({ http_status: httpStatus }))
          .where('id', '=', id)
          .where('state', '=', 'SENDING')
          .where('tries', '=', tries)
          .returning('id')
          .executeTakeFirst()
        if (ended !== undefined) await consequence.follow(writing, ending, now)
        return ended !== undefined
      })
    },

    /**
     * How long after an alarm was detected the first message about it was taken, to any recipient and by any channel;
     * null if that was another than this, or none was.
     */
    async secondsToFirst(alarmId: string, id: string): Promise<number | null> {
      const { rows } = await sql<{ seconds: number }>`
        with first as (
          select id, ended_at from messages
          where alarm_id = ${alarmId} and state in ('SENT', 'DELIVERED') and ended_at is not null
          order by ended_at, id limit 1)
        select greatest(0, extract(epoch from ended_at - detected_at))::float as seconds
        from alarms cross join first where alarms.id = ${alarmId} and first.id = ${id}`.execute(database)
      return rows[0]?.seconds ?? null
    },

    /**
     * Records what a mail server reports about an e-mail: its state only rises, also before its sender has noted that it was
     * taken. Null if no such e-mail was begun.
     */
    report(
      id: string,
      actions: readonly DeliveryAction[],
      now: Date,
      consequence: Consequence = nothing,
    ): Promise<{ before: MessageState; after: MessageState } | null> {
      return inTransaction(database, consequence.holding, (writing) =>
        noteReport(writing, id, actions, now, consequence),
      )
    },

    /** One whose turn came in its receiver's quiet hours: it is due after them, as if it had never been begun. */
    async postpone({ id, tries }: Claim, dueAt: Date): Promise<void> {
      await database
        .updateTable('messages')
        .set({ state: 'QUEUED', due_at: dueAt, retry_at: null, ended_at: null, tries: tries - 1 })
        .$if(tries === 1, (query) => query.set({ begun_at: null }))
        .where('id', '=', id)
        .where('state', '=', 'SENDING')
        .where('tries', '=', tries)
        .execute()
    },

    /** It has become untrue, or is not wanted: nothing of it is left. */
    async drop({ id, tries }: Claim): Promise<void> {
      await database
        .deleteFrom('messages')
        .where('id', '=', id)
        .where('state', '=', 'SENDING')
        .where('tries', '=', tries)
        .execute()
    },

    /**
     * In the form of a job queue (`jobs.ts`): e-mails that no mail server accepts, and those given up within a day. One receiver
     * whose mailbox accepts nothing is no matter of the operator, but for alarms. In a chain the next one is called instead.
     */
    async overdue(now: Date): Promise<OverdueQueue[]> {
      const late = new Date(now.getTime() - overdueMinutes * minuteMs)
      const aDayAgo = new Date(now.getTime() - dayMs)
      const { rows } = await sql<OverdueQueue>`
        select kind || '-mail' as queue, (count(*) filter (where ${isOpen}))::int as waiting,
          (count(*) filter (where state = 'FAILED'))::int as failed
        from messages
        where channel = 'EMAIL' and number is null and (${isOpen} and due_at < ${late} or state = 'FAILED' and ended_at > ${aDayAgo})
        group by kind having bool_or(alarm_id is not null) or count(distinct coalesce(user_id, id)) > 1 order by kind`.execute(
        database,
      )
      return rows
    },
  }
}

const nothing: Consequence = { holding: {}, follow: async () => undefined }

async function noteReport(
  writing: Writing,
  id: string,
  actions: readonly DeliveryAction[],
  now: Date,
  consequence: Consequence,
): Promise<{ before: MessageState; after: MessageState } | null> {
  const message = await writing
    .selectFrom('messages')
    .select('state')
    .where('id', '=', id)
    .where('channel', '=', 'EMAIL')
    .where('begun_at', 'is not', null)
    .executeTakeFirst()
  if (message === undefined) return null
  const [before, after] = [message.state, emailStateAfter(message.state, actions)]
  if (before === after) return { before, after }
  const isTaken = before === 'SENT' || before === 'DELIVERED'
  const raised = await writing
    .updateTable('messages')
    .set({ state: after, reported_at: now, retry_at: null, words: null, address: null })
    .set(isTaken ? {} : { ended_at: now })
    .where('id', '=', id)
    .where('state', '=', before)
    .returning('id')
    .executeTakeFirst()
  // A try began or ended meanwhile.
  if (raised === undefined) return noteReport(writing, id, actions, now, consequence)
  // That one which was taken arrived says no more than that it was taken, and perhaps less than what is known of later ones.
  if (after === 'BOUNCED' || !isTaken) await consequence.follow(writing, { state: after, retryAt: null }, now)
  return { before, after }
}

/** The one that has waited longest goes first. */
export const usualTurns: Turns = {
  isDue: (now) => {
    const latest = new Date(now.getTime() + messagesServerLimits.longestWaitHours * hourMs)
    return sql<boolean>`(
      state = 'QUEUED' and (due_at <= ${now} or due_at > ${latest})
        and ${isPauseOver(messagesServerLimits.longestPauseMinutes * minuteMs, now)}
      or ${isLeftBehind(now)})`
  },
  order: sql`rank, due_at, id`,
}

/**
 * Those that were never tried go first, the newest before the others. One is due when it is there, whatever clock raised its
 * alarm, unless it waits for its turn.
 */
export const alarmTurns: Turns = {
  isDue: (now) => {
    const latest = new Date(now.getTime() + messagesServerLimits.longestWaitHours * hourMs)
    return sql<boolean>`(
      state = 'QUEUED' and (due_at <= ${now} or due_at > ${latest} or not exists (
          select from alarms where alarms.id = alarm_id and detected_at < due_at))
        and ${isPauseOver(messagesServerLimits.alarmPauseSeconds * secondMs, now)}
      or ${isLeftBehind(now)})`
  },
  order: sql`rank, begun_at nulls first, due_at desc`,
}
