import { type RawBuilder, sql } from 'kysely'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import { phonesServerLimits } from '#contract/phones/phones-limits.ts'
import { minuteMs, secondMs } from '#contract/base/time-units.ts'
import { latestTurn } from '#domain/alarms/chain.ts'
import { believedUntil } from '#domain/history/retention.ts'
import type { MessageState } from '#domain/messages/messages.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { isLeftBehind, isPauseOver, movedMessages } from '#server/db/shared/messages.ts'
import type { OwnLane } from '#server/features/messages/messages.jobs.ts'
import type { Consequence, Turns } from '#server/features/messages/messages.store.ts'
import { alarmMessage, hopMessage, isHop } from '../emails/alarm-messages.ts'

const { tries, firstPauseMinutes, atOnce } = phonesServerLimits

/*
 * E-mails, and phones, which are worked on apart: a webhook that hangs holds up no e-mail. By their names a version before wakes
 * its own rounds.
 */
export const contactsByEmail: OwnLane = {
  name: 'alarm-hops',
  turns: turnsOfChains(messagesServerLimits.alarmPauseSeconds * secondMs),
}
export const peopleByPhone: OwnLane = {
  name: 'alarm-phone-hops',
  turns: turnsOfChains(firstPauseMinutes * 2 ** tries * minuteMs),
  atOnce,
}

/**
 * The owner comes first: no contact's message is due before the e-mail to the owner was begun, unless that waits for its turn,
 * while push messages have gone. The e-mail of an alarm that a version before has raised is in its columns until it has ended,
 * or is taken over (decision 79).
 */
function turnsOfChains(longestPauseMs: number): Turns {
  return {
    isDue: (now) => sql<boolean>`(
      due_at <= ${now} and (state = 'QUEUED' and ${isPauseOver(longestPauseMs, now)} or ${isLeftBehind(now)})
      and (recipient is null
        or not exists (
          select from alarms where alarms.id = messages.alarm_id and letter = 'QUEUED' and letter_begun_at is null
            and coalesce(letter_due_at, detected_at) <= ${now})
        and not exists (
          select from messages as letters where letters.alarm_id = messages.alarm_id
            and letters.kind = ${alarmMessage.name} and letters.channel = 'EMAIL'
            and letters.state = 'QUEUED' and letters.begun_at is null and letters.due_at <= ${now})))`,
    order: sql`rank, due_at, id`,
  }
}

/** One place in the chain of an alarm. */
interface Place {
  alarmId: string
  number: number
}

/** Nobody is reached by these. */
const lost: readonly MessageState[] = ['BOUNCED', 'FAILED', 'WITHHELD']

/** What follows from how a message ends: it may become the next contact's turn. Of two that are lost at once, one sees the other. */
export function hopConsequence(alarmId: string, number: number | null): Consequence {
  return {
    holding: { alarms: [alarmId] },
    async follow(writing, { state }, now) {
      if (number !== null && lost.includes(state)) await callNext(writing, { alarmId, number }, now)
    },
  }
}

/**
 * Makes it the next contact's turn where somebody left after they were called, and corrects the turns of alarms from when our
 * clock was ahead. Looked for each minute: people leave by a link, are removed, and go with their account, and a message may be
 * under way meanwhile.
 * @returns of how many alarms.
 */
export async function correctTurns(database: Database, now: Date): Promise<number> {
  const [passed, early] = [await waitingForNobody(database, now), await waitingTooLong(database, now)]
  for (const place of passed) {
    await inTransaction(database, { alarms: [place.alarmId] }, (writing) => callNext(writing, place, now))
  }
  for (const alarmId of early) {
    await inTransaction(database, { alarms: [alarmId] }, (writing) => countFromNow(writing, alarmId, now))
  }
  return passed.length + early.length
}

function isHopOf(alarmId: string): RawBuilder<boolean> {
  return sql<boolean>`${isHop} and messages.alarm_id = ${alarmId}`
}

/** Whether this message can still reach its contact. */
function mayAct(alarmId: RawBuilder<unknown>, number: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from messages as called
    where called.kind = ${hopMessage.name} and called.alarm_id = ${alarmId} and called.number = ${number}
      and called.state <> all(${lost}::text[]) and (called.begun_at is null or exists (
        select from emergency_contacts where emergency_contacts.id = called.recipient and email is not null)))`
}

/**
 * The next contact's turn is now, and the turns after it are as much earlier: every message to this contact is lost, or they
 * left after they were called. Nothing changes where the next one's turn has begun. While the alarm is held.
 */
async function callNext(queries: Queries, { alarmId, number }: Place, now: Date): Promise<void> {
  // After the owner's phone comes the first contact: the owner, who has an e-mail as well, gets the whole time to answer.
  if (number === 0) return
  const isLater = sql<boolean>`
    ${isHopOf(alarmId)} and number > ${number} and exists (select from next)
    and not ${mayAct(sql`${alarmId}`, sql`${number}::int`)}`
  await sql`
    with next as materialized (
      select min(due_at) - ${now}::timestamptz as early from messages
      where ${isHopOf(alarmId)} and number = ${number + 1}
      having bool_and(state = 'QUEUED' and begun_at is null and due_at > ${now})),
    ${movedMessages(isLater, sql`messages.due_at - (select early from next)`)}
    select 1`.execute(queries)
}

/** Messages that wait although the contact before was called, and cannot act any more. */
async function waitingForNobody(queries: Queries, now: Date): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select distinct alarm_id as "alarmId", number - 1 as number from messages
    where ${isHop} and state = 'QUEUED' and begun_at is null and due_at > ${now} and number > 1
      and exists (
        select from messages as before
        where before.kind = ${hopMessage.name} and before.alarm_id = messages.alarm_id
          and before.number = messages.number - 1)
      and not ${mayAct(sql`messages.alarm_id`, sql`messages.number - 1`)}`.execute(queries)
  return rows
}

/** Whether a message waits longer than the last of a chain that begins now: it is from when our clock was ahead. */
function waitsTooLong(now: Date): RawBuilder<boolean> {
  const longestWait = sql`(${latestTurn(1, now)}::timestamptz - ${now}::timestamptz)`
  return sql<boolean>`
    ${isHop} and state = 'QUEUED' and begun_at is null and detected_at > ${believedUntil(now)}
    and due_at > ${now}::timestamptz + number * ${longestWait}`
}

async function waitingTooLong(queries: Queries, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct alarms.id from messages join alarms on alarms.id = alarm_id where ${waitsTooLong(now)}`.execute(
    queries,
  )
  return rows.map(({ id }) => id)
}

/** An alarm's chain waits as if it had been raised now. While the alarm is held: once. */
async function countFromNow(queries: Queries, alarmId: string, now: Date): Promise<void> {
  const isEarly = sql<boolean>`
    ${isHopOf(alarmId)} and exists (
      select from messages join alarms on alarms.id = alarm_id where alarms.id = ${alarmId} and ${waitsTooLong(now)})`
  const raisedAhead = sql`((select detected_at from alarms where id = ${alarmId}) - ${now}::timestamptz)`
  await sql`with ${movedMessages(isEarly, sql`messages.due_at - ${raisedAhead}`)} select 1`.execute(queries)
}
