import { sql } from 'kysely'
import * as z from 'zod'
import { type Alarm, emailStates, hopChannels, hopStates, pushStates } from '#contract/alarms/alarms.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { alarmMessage, isHop } from './emails/alarm-messages.ts'
import { isToPerson } from './people/person-alarms.ts'

/* Alarms as the log shows them: with what became of their messages. */

/** Of an alarm and of a link to it whose place is forgotten. */
export const noPlaceShown = { latitude: null, longitude: null, accuracy: null, recorded_at: null }
export const noPlace = { ...noPlaceShown, began_at: null }

export function alarmRows(queries: Queries) {
  return queries.selectFrom('alarms').selectAll()
}

type AlarmRow = Awaited<ReturnType<ReturnType<typeof alarmRows>['executeTakeFirstOrThrow']>>

/** Their e-mail and push messages to the owner. */
function messageRows(queries: Queries, alarmIds: readonly string[]) {
  return queries
    .selectFrom('messages')
    .select(['alarm_id', 'channel', 'state', 'due_at', 'begun_at', 'ended_at', 'reported_at'])
    .where('kind', '=', alarmMessage.name)
    .where(sql<boolean>`alarm_id = any(${alarmIds}::text[])`)
    .orderBy('recipient')
    .execute()
}

/** To invited people, with the owner's names of those that still are. */
function personRows(queries: Queries, alarmIds: readonly string[]) {
  return queries
    .selectFrom('messages')
    .leftJoin('vehicle_people', (join) =>
      join
        .onRef('vehicle_people.device_id', '=', 'messages.device_id')
        .onRef('vehicle_people.user_id', '=', 'messages.user_id'),
    )
    .select([
      'messages.user_id',
      'name',
      'alarm_id',
      'channel',
      'state',
      'due_at',
      'begun_at',
      'ended_at',
      'reported_at',
    ])
    .where(isToPerson)
    .where(sql<boolean>`alarm_id = any(${alarmIds}::text[])`)
    .orderBy('vehicle_people.accepted_at')
    .orderBy('messages.user_id')
    .orderBy('recipient')
    .execute()
}

/** With the addresses of contacts that have not left. */
function hopRows(queries: Queries, alarmIds: readonly string[]) {
  return queries
    .selectFrom('messages')
    .leftJoin('emergency_contacts', 'emergency_contacts.id', 'messages.recipient')
    .select(['alarm_id', 'number', 'channel', 'due_at', 'state', 'tries', 'ended_at', 'reported_at', 'answered_at'])
    .select('emergency_contacts.email')
    .where(isHop)
    .where(sql<boolean>`alarm_id = any(${alarmIds}::text[])`)
    .orderBy('number')
    .orderBy('channel')
    .execute()
}

/**
 * Alarms with their messages, without the place of a fix older than `since`: it came late, and is kept no longer than any
 * other.
 */
export async function withMessages(queries: Queries, since: Date, rows: readonly AlarmRow[]): Promise<Alarm[]> {
  const ids = rows.map(({ id }) => id)
  const messages = Map.groupBy(await messageRows(queries, ids), (message) => message.alarm_id)
  const hops = Map.groupBy(await hopRows(queries, ids), (hop) => hop.alarm_id)
  const toPeople = Map.groupBy(await personRows(queries, ids), (message) => message.alarm_id)
  return rows.map((row) => {
    const isOver = row.recorded_at !== null && row.recorded_at < since
    return alarmOf(isOver ? { ...row, ...noPlace } : row, {
      messages: messages.get(row.id) ?? [],
      hops: hops.get(row.id) ?? [],
      toPeople: toPeople.get(row.id) ?? [],
    })
  })
}

const emailState = z.enum(emailStates)
const hopState = z.enum(hopStates)
const hopChannel = z.enum(hopChannels)
const pushState = z.enum(pushStates)
type MessageRow = Awaited<ReturnType<typeof messageRows>>[number]
type HopRow = Awaited<ReturnType<typeof hopRows>>[number]
type PersonRow = Awaited<ReturnType<typeof personRows>>[number]

interface MessagesOfAlarm {
  messages: readonly MessageRow[]
  hops: readonly HopRow[]
  toPeople: readonly PersonRow[]
}

function alarmOf(row: AlarmRow, { messages, hops, toPeople }: MessagesOfAlarm): Alarm {
  const { latitude, longitude, accuracy, recorded_at: recordedAt } = row
  const hasPlace = latitude !== null && longitude !== null && recordedAt !== null
  return {
    id: row.id,
    kind: row.kind,
    detectedAt: row.detected_at.toISOString(),
    place: hasPlace ? { latitude, longitude, accuracy, recordedAt: recordedAt.toISOString() } : null,
    numberToday: row.number_today,
    evidence: row.evidence,
    letter: letterOf(row, messages),
    pushes: pushesOf(messages),
    hops: hops.map((hop) => ({
      channel: hopChannel.parse(hop.channel),
      number: hop.number ?? 0,
      email: hop.email,
      dueAt: hop.due_at.toISOString(),
      state: hopState.parse(hop.state),
      tries: hop.tries,
      // That it came back is known last.
      endedAt: (hop.reported_at ?? hop.ended_at)?.toISOString() ?? null,
      answeredAt: hop.answered_at?.toISOString() ?? null,
    })),
    ...(toPeople.length > 0 && { people: peopleOf(row, toPeople) }),
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
  }
}

function peopleOf(row: AlarmRow, messages: readonly PersonRow[]): Alarm['people'] {
  const byPerson = Map.groupBy(messages, (message) => message.user_id)
  return [...byPerson.values()].map((theirs) => ({
    name: theirs[0]?.name ?? null,
    letter: letterOf(row, theirs),
    pushes: pushesOf(theirs),
  }))
}

function pushesOf(messages: readonly MessageRow[]): Alarm['pushes'] {
  const pushes = messages.filter(({ channel }) => channel === 'PUSH')
  return pushes.map((push) => ({
    state: pushState.parse(push.state),
    begunAt: push.begun_at?.toISOString() ?? null,
    endedAt: push.ended_at?.toISOString() ?? null,
  }))
}

/** One that a version before has raised has no message until it was sent, or that version is gone. */
function letterOf({ detected_at: detectedAt }: AlarmRow, messages: readonly MessageRow[]): Alarm['letter'] {
  const email = messages.find(({ channel }) => channel === 'EMAIL')
  if (email === undefined) return { state: 'QUEUED', dueAt: null, begunAt: null, endedAt: null, reportedAt: null }
  // That there is no such address is known by the same answer: nothing was taken.
  const isRefused = email.state === 'BOUNCED' && email.reported_at === null
  const [endedAt, reportedAt] = isRefused ? [null, email.ended_at] : [email.ended_at, email.reported_at]
  return {
    state: emailState.parse(email.state),
    dueAt: email.due_at > detectedAt ? email.due_at.toISOString() : null,
    begunAt: email.begun_at?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    reportedAt: reportedAt?.toISOString() ?? null,
  }
}
