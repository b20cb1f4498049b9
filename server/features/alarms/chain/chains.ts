import { type RawBuilder, sql } from 'kysely'
import { type AlarmKind, isCallForHelp } from '#contract/alarms/alarms.ts'
import {
  emergencyContactsLimits,
  emergencyContactsServerLimits,
} from '#contract/emergency-contacts/emergency-contacts-limits.ts'
import type { PhoneChannel } from '#contract/phones/phone-channel.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { type Chain, type Hop, hopsOf, latestTurn } from '#domain/alarms/chain.ts'
import { helpVersion } from '#domain/emergency-contacts/agreement.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { skippingLocked, type Writing } from '#server/db/transactions/locks.ts'
import { addMessages, movedMessages, type NewMessage, stopMessages } from '#server/db/shared/messages.ts'
import { hopIdOf } from '../emails/alarm-email-id.ts'
import { hopMessage, isHop, isOwnersEmail, rankOf } from '../emails/alarm-messages.ts'
import { unanswered } from '../answers/answered.ts'
import { isForHelp, isForHelpIn } from '../calls-for-help.ts'
import { isToPerson } from '../people/person-alarms.ts'

interface RaisedAlarm {
  id: string
  deviceId: string
  kind: AlarmKind
  detectedAt: Date
}

/**
 * Puts the messages of alarms to emergency contacts and to phones into the log, in the transaction that raises the alarms: a chain is there
 * with its alarm, whatever happens to the process.
 */
export async function beginChains(writing: Writing, alarms: readonly RaisedAlarm[]): Promise<void> {
  const [first] = alarms
  if (first === undefined) return
  const chains = await chainsOf(writing, [...new Set(alarms.map(({ deviceId }) => deviceId))], first.detectedAt)
  const begun = new Set<string>()
  for (const { id, deviceId, kind, detectedAt } of alarms) {
    const chain = chains.get(deviceId)
    const about = `${deviceId} ${isCallForHelp(kind) ? 'help' : 'theft'}`
    if (chain === undefined || begun.has(about)) continue
    const { userId, ...people } = chain
    const hops = hopsOf(kind, people, detectedAt)
    if (hops.length === 0) continue
    begun.add(about)
    await addMessages(
      writing,
      hops.map((hop) => hopOf({ id, kind, deviceId, userId }, hop)),
    )
  }
}

/** A message of an alarm's chain. */
export function hopOf(
  alarm: { id: string; kind: AlarmKind; deviceId: string; userId: string },
  { number, channel, contactId, dueAt }: Hop,
): NewMessage {
  const { id: alarmId, kind, deviceId, userId } = alarm
  return {
    id: hopIdOf(alarmId, number, channel),
    kind: hopMessage.name,
    about: [alarmId],
    userId,
    deviceId,
    alarmId,
    number,
    channel,
    recipient: contactId,
    address: null,
    words: null,
    rank: rankOf(kind),
    dueAt,
  }
}

/**
 * Of devices with contacts that have accepted, or whose owner has confirmed a phone. A chain that ends later than one that
 * begins now could is from when our clock was ahead, and does not count as the last.
 */
async function chainsOf(
  queries: Queries,
  deviceIds: readonly string[],
  now: Date,
): Promise<Map<string, Chain & { userId: string }>> {
  const latest = latestTurn(emergencyContactsLimits.perDevice, now)
  const { rows } = await sql<ChainRow>`
    select devices.id as device_id, devices.user_id, phones.channel as owner_phone, wait_minutes, calls_for_help, contact_ids,
      contact_phones, contact_versions, last.ends_at, last.answered_at, last_for_help.ends_at as help_ends_at,
      last_for_help.answered_at as help_answered_at
    from devices
    left join phones on phones.user_id = devices.user_id
    left join (
      select device_id, array_agg(id order by position, id) as contact_ids,
        array_agg(phones.channel order by position, id) as contact_phones,
        array_agg(agreement_version order by position, id) as contact_versions
      from emergency_contacts left join phones on phones.contact_id = emergency_contacts.id
      where device_id = any(${deviceIds}::text[]) and accepted_at is not null and left_at is null
      group by device_id
    ) as contacts on contacts.device_id = devices.id
    left join emergency_chains on emergency_chains.device_id = devices.id
    left join lateral (${lastChain(sql`alarms.kind <> 'TEST' and not ${isForHelpIn('alarms')}`, latest)}) as last on true
    left join lateral (${lastChain(isForHelpIn('alarms'), latest)}) as last_for_help on true
    where devices.id = any(${deviceIds}::text[]) and (contact_ids is not null or phones.user_id is not null)`.execute(
    queries,
  )
  return new Map(
    rows.map(({ device_id, user_id: userId, owner_phone: ownerPhone, wait_minutes, contact_ids, ...row }) => {
      const contacts = (contact_ids ?? []).map((id, index) => ({
        id,
        phone: row.contact_phones?.[index] ?? null,
        helps: (row.contact_versions?.[index] ?? 0) >= helpVersion,
      }))
      const last = row.ends_at === null ? null : { endsAt: row.ends_at, answeredAt: row.answered_at }
      const lastForHelp =
        row.help_ends_at === null ? null : { endsAt: row.help_ends_at, answeredAt: row.help_answered_at }
      const waitMinutes = wait_minutes ?? emergencyContactsLimits.firstWaitMinutes
      const callsForHelp = row.calls_for_help ?? false
      return [device_id, { userId, waitMinutes, ownerPhone, contacts, callsForHelp, last, lastForHelp }]
    }),
  )
}

/** The last chain of a device of `devices`, of alarms of these kinds. */
function lastChain(which: RawBuilder<unknown>, latest: Date) {
  return sql`
    select max(due_at) as ends_at,
      least(min(acknowledged_at), min(answered_at), min(ended_at) filter (where state = 'STOPPED')) as answered_at
    from messages join alarms on alarms.id = alarm_id
    where alarms.device_id = devices.id and ${isHop} and ${which}
    group by alarm_id, detected_at having max(due_at) <= ${latest}
    order by least(detected_at, max(due_at)) desc limit 1`
}

interface ChainRow {
  device_id: string
  user_id: string
  owner_phone: PhoneChannel | null
  wait_minutes: number | null
  contact_ids: string[] | null
  contact_phones: (PhoneChannel | null)[] | null
  contact_versions: number[] | null
  calls_for_help: boolean | null
  ends_at: Date | null
  answered_at: Date | null
  help_ends_at: Date | null
  help_answered_at: Date | null
}

/** When the first emergency contact of an alarm of `alarms` is to be notified; null if none waits. */
export const contactsFrom = sql<Date | null>`(
  select min(due_at) from messages
  where messages.alarm_id = alarms.id and ${isHop} and messages.state = 'QUEUED' and recipient is not null)`

/** The alarm that somebody has answered. */
interface AnsweredAlarm {
  id: string
  deviceId: string
  kind: AlarmKind
  detectedAt: Date
}

/**
 * Stops the messages about a device's alarms up to the one that was answered. Who answers a test has said nothing of a theft, and
 * who answers to a theft nothing of a call for help. A contact's answer stops the other contacts' messages alone.
 */
export async function stopAnswered(
  queries: Queries,
  { id, deviceId, kind, detectedAt }: AnsweredAlarm,
  by: 'owner' | 'contact',
  now: Date,
): Promise<void> {
  const which =
    kind === 'TEST'
      ? sql<boolean>`alarms.id = ${id}`
      : sql<boolean>`device_id = ${deviceId} and ${isForHelp} = ${isCallForHelp(kind)} and detected_at <= ${detectedAt}`
  await stopHops(queries, which, now)
  if (by === 'owner') await stopEmails(queries, which, now)
}

/** Stops the messages about a device's alarms up to a time, but for those of calls for help: their owner knows of them. */
export async function stopChains(queries: Queries, { deviceId, upTo }: { deviceId: string; upTo: Date }, now: Date) {
  const which = sql<boolean>`device_id = ${deviceId} and not ${isForHelp} and detected_at <= ${upTo}`
  await stopHops(queries, which, now)
  await stopEmails(queries, which, now)
}

/**
 * Stops the messages that wait of these alarms. Their device is held, so that two answers never wait for each other; a message
 * that is being handed over just now is not waited for.
 */
async function stopHops(queries: Queries, which: RawBuilder<boolean>, now: Date): Promise<void> {
  await stopMessages(queries, sql`${isHop} and alarm_id in (select id from alarms where ${which})`, now)
}

/**
 * The same of the owner's own e-mails and of messages to invited people, also where a version before keeps them: of its alarms, and of those of this version whose
 * e-mail it believes to wait for its turn.
 */
async function stopEmails(queries: Queries, which: RawBuilder<boolean>, now: Date): Promise<void> {
  await sql`
    with waiting as materialized (
      select id from alarms
      where ${which} and (letter = 'QUEUED' or letter = 'SENT' and letter_due_at > ${now}) and kind <> all(${unanswered}::text[])
      ${skippingLocked('alarms')})
    update alarms set letter = 'STOPPED', letter_ended_at = ${now} from waiting where alarms.id = waiting.id`.execute(
    queries,
  )
  const alarms = sql`select id from alarms where ${which} and kind <> all(${unanswered}::text[])`
  await stopMessages(queries, sql`(${isOwnersEmail} or ${isToPerson}) and alarm_id in (${alarms})`, now)
}

/**
 * An alarm's chain waits for as long again where nobody worked when the alarm was raised, from the moment in which its owner's
 * e-mail is begun for the first time: an owner who could not be notified before has the whole time to answer.
 */
export function contactsWait(now: Date): RawBuilder<unknown> {
  const lateSince = new Date(now.getTime() - emergencyContactsServerLimits.lateMinutes * minuteMs)
  return movedMessages(
    sql`${isHop} and recipient is not null
      and alarm_id in (select alarm_id from next where is_first and due_at < ${lateSince})`,
    sql`messages.due_at + (${now}::timestamptz - (select due_at from next))`,
  )
}
