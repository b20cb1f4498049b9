import { type RawBuilder, sql } from 'kysely'
import {
  type AlarmKind,
  type HopChannel,
  type HopState,
  isCallForHelp,
  type MovementEvidence,
} from '#contract/alarms.ts'
import { emergencyContactsServerLimits } from '#contract/emergency-contacts-limits.ts'
import { type PhoneChannel, phoneChannels } from '#contract/phone-channel.ts'
import { phonesServerLimits } from '#contract/phones-limits.ts'
import { dayMs, minuteMs } from '#contract/time-units.ts'
import type { DeliveryAction } from '#domain/messages/email-delivery.ts'
import { latestTurn } from '#domain/alarms/chain.ts'
import type { Sighting } from '#domain/alarms/sighting.ts'
import { believedUntil } from '#domain/history/retention.ts'
import { type Stated, statedForGood } from '#domain/vehicles/vehicle-condition.ts'
import { type Due, isDue } from '#server/db/due.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { skippingHeld, whileHolding } from '#server/db/locks.ts'
import { statementsOf } from '#server/db/missed.ts'
import { isAnswered, isStatedSince } from './answered.ts'
import { isForHelp } from './due.ts'
import { isOwnersEmail } from './alarm-messages.ts'

export interface HopKey {
  alarmId: string
  number: number
  channel: HopChannel
}

/** What a message says: what an alarm's e-mail to its owner says, and why this person gets it. */
interface HopToSend extends HopKey {
  ownerId: string
  ownerEmail: string
  deviceId: string
  deviceName: string
  vehiclePlate: string | null
  kind: AlarmKind
  evidence: MovementEvidence | null
  detectedAt: Date
  place: Sighting | null
  /** By its owner, of the vehicle. */
  stated: Stated | null
  dueAt: Date
  /** How often it was handed over, with this time. */
  tries: number
}

/** An e-mail to an emergency contact. */
export interface EmailHop extends HopToSend {
  contactId: string
  email: string
}

/** A message to the phone of a contact, or of the owner (null). */
export interface PhoneHop extends HopToSend {
  channel: PhoneChannel
  contactId: string | null
  /** E.164. Never logged. */
  phone: string
}

export type AlarmHopsStore = ReturnType<typeof createAlarmHopsStore>

/** The messages of alarms to emergency contacts and to phones. Each is claimed before it is sent, like e-mails to owners. */
export function createAlarmHopsStore(database: Database) {
  /**
   * @param retryAt of one that is `QUEUED` again; null: with the next look.
   * @returns whether it did: not if a report came first.
   */
  const end = ({ alarmId, number, channel }: HopKey, state: HopState, now: Date, retryAt: Date | null = null) =>
    whileHolding(database, { alarms: [alarmId] }, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('alarm_hops')
        .set({ state, ended_at: now, retry_at: retryAt })
        .where('alarm_id', '=', alarmId)
        .where('number', '=', number)
        .where('channel', '=', channel)
        .where('state', '=', 'SENDING')
        .executeTakeFirst()
      if (numUpdatedRows > 0n && lost.includes(state)) await callNext(transaction, { alarmId, number }, now)
      return numUpdatedRows > 0n
    })

  /**
   * Null if it is no longer wanted: somebody answered while it waited, or has switched off what raised the alarm. Its
   * receiver may be gone.
   */
  const read = async ({ alarmId, number, channel }: HopKey, now: Date): Promise<HopRow | null> => {
    const { rows } = await sql<Omit<HopRow, 'stated'>>`
      select alarm_hops.contact_id, emergency_contacts.email, phones.number as phone, phones.channel as phone_channel,
        users.id as owner_id, users.email as owner_email, alarms.device_id, name, vehicle_plate, kind, evidence, detected_at, recorded_at,
        latitude, longitude, accuracy, due_at, alarm_hops.tries
      from alarm_hops
      join alarms on alarms.id = alarm_id
      join devices on devices.id = alarms.device_id
      join users on users.id = devices.user_id
      left join emergency_contacts on emergency_contacts.id = alarm_hops.contact_id
        and emergency_contacts.device_id = devices.id and emergency_contacts.email is not null
        and emergency_contacts.accepted_at is not null
      left join phones on phones.channel = alarm_hops.channel
        and (phones.contact_id = emergency_contacts.id or alarm_hops.contact_id is null and phones.user_id = users.id)
      left join tracking_settings on tracking_settings.device_id = devices.id
      where alarm_id = ${alarmId} and alarm_hops.number = ${number} and alarm_hops.channel = ${channel}
        and users.disabled_at is null and not devices.demo and not ${isAnswered(now)}
        and (kind = 'TEST' or tracking_settings.enabled and (enabled_at <= detected_at or enabled_at > ${believedUntil(now)}))
        and (${isForHelp} or not ${isStatedSince(now)})`.execute(database)
    const [row] = rows
    if (row === undefined) return null
    return { ...row, stated: statedForGood(await statementsOf(database, row.device_id), now) }
  }

  /** Claims messages that are due until one is still wanted, the one that has waited longest first. Null if none is. */
  const next = async <Hop extends HopToSend>(
    now: Date,
    due: Due,
    { channels, hopOf, withoutReceiver, isTooMany }: Way<Hop>,
  ): Promise<Hop | null> => {
    for (;;) {
      const claimed = await claim(database, now, due, channels)
      if (claimed === null) return null
      const row = await read(claimed, now)
      const hop = row === null ? null : hopOf({ ...commonOf(row), ...claimed }, row)
      if (row === null) await end(claimed, 'STOPPED', now)
      else if (hop === null) await end(claimed, withoutReceiver, now)
      else if (await isTooMany(hop, new Date(now.getTime() - dayMs))) await end(claimed, 'WITHHELD', now)
      else return hop
    }
  }

  const emails: Way<EmailHop> = {
    channels: ['EMAIL'],
    hopOf: (hop, { contact_id: contactId, email }) =>
      contactId === null || email === null ? null : { ...hop, contactId, email },
    withoutReceiver: 'FAILED',
    /** Alarms to the address, about all vehicles, also those under way just now. Calls for help are counted by themselves: no theft uses them up. */
    async isTooMany({ email, kind, alarmId, number }, since) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from alarm_hops
        join alarms on alarms.id = alarm_id
        join emergency_contacts on emergency_contacts.id = contact_id
        where ${isForHelp} = ${isCallForHelp(kind)} and lower(email) = ${email.toLowerCase()} and channel = 'EMAIL'
          and (state = 'SENT' and ended_at > ${since}
            or state = 'SENDING' and begun_at > ${since} and (alarm_id, number) <> (${alarmId}, ${number}::int))`.execute(
        database,
      )
      return (rows[0]?.count ?? 0) >= emergencyContactsServerLimits.alarmsPerAddressPerDay
    },
  }

  const byPhone = (messagesPerDay: number): Way<PhoneHop> => ({
    channels: phoneChannels,
    hopOf: (hop, { contact_id: contactId, phone, phone_channel: channel }) =>
      phone === null || channel === null ? null : { ...hop, channel, contactId, phone },
    withoutReceiver: 'BOUNCED',
    /**
     * Alarms to the number, about all vehicles, and to all numbers of an account: tests and calls for help are counted by
     * themselves. And all messages of the installation.
     */
    async isTooMany({ phone, ownerId, kind }, since) {
      const { rows } = await sql<{ to_number: number; of_account: number; in_all: number }>`
        select count(*)::int as in_all,
          (count(*) filter (where is_alike and number_of = ${phone}))::int as to_number,
          (count(*) filter (where is_alike and owner_id = ${ownerId}))::int as of_account
        from (
          select phones.number as number_of, devices.user_id as owner_id,
            (kind = 'TEST') = ${kind === 'TEST'} and ${isForHelp} = ${isCallForHelp(kind)} as is_alike
          from alarm_hops
          join alarms on alarms.id = alarm_id
          join devices on devices.id = alarms.device_id
          left join phones on phones.contact_id = alarm_hops.contact_id
            or alarm_hops.contact_id is null and phones.user_id = devices.user_id
          where alarm_hops.channel <> 'EMAIL' and state = 'SENT' and ended_at > ${since}
        ) as sent`.execute(database)
      const { to_number: toNumber = 0, of_account: ofAccount = 0, in_all: inAll = 0 } = rows[0] ?? {}
      const { alarmsPerNumberPerDay, alarmsPerAccountPerDay } = phonesServerLimits
      return toNumber >= alarmsPerNumberPerDay || ofAccount >= alarmsPerAccountPerDay || inAll >= messagesPerDay
    },
  })

  const isAnyDue = async (now: Date, due: Due, channels: readonly HopChannel[]): Promise<boolean> => {
    const row = await database
      .selectFrom('alarm_hops')
      .innerJoin('alarms', 'alarms.id', 'alarm_hops.alarm_id')
      .select('alarm_id')
      .where(isDueBy(now, due, channels))
      .executeTakeFirst()
    return row !== undefined
  }

  return {
    beginEmail: (now: Date, due: Due): Promise<EmailHop | null> => next(now, due, emails),
    /** @param messagesPerDay to phones, of the whole installation. */
    beginByPhone: (now: Date, due: Due, messagesPerDay: number): Promise<PhoneHop | null> =>
      next(now, due, byPhone(messagesPerDay)),
    end,
    /** Ends a message that is being handed over, if somebody has answered since it was begun. Returns whether it did. */
    stopIfAnswered({ alarmId, number, channel }: HopKey, now: Date): Promise<boolean> {
      return whileHolding(database, { alarms: [alarmId] }, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('alarm_hops')
          .from('alarms')
          .set({ state: 'STOPPED', ended_at: now })
          .whereRef('alarms.id', '=', 'alarm_hops.alarm_id')
          .where('alarm_id', '=', alarmId)
          .where('number', '=', number)
          .where('channel', '=', channel)
          .where('state', '=', 'SENDING')
          .where(isAnswered(now))
          .executeTakeFirst()
        return numUpdatedRows > 0n
      })
    },
    /** Notes that an e-mail is still being sent. */
    async renew({ alarmId, number, channel }: HopKey, now: Date): Promise<void> {
      await database
        .updateTable('alarm_hops')
        .set({ begun_at: now })
        .where('alarm_id', '=', alarmId)
        .where('number', '=', number)
        .where('channel', '=', channel)
        .where('state', '=', 'SENDING')
        .execute()
    },
    /**
     * Makes it the next contact's turn where somebody left after they were called, and corrects the turns of alarms from
     * when our clock was ahead. Looked for with every round: people leave by a link, are removed, and go with their account,
     * and a message may be under way meanwhile.
     */
    async correctTurns(now: Date): Promise<void> {
      for (const key of await waitingForNobody(database, now)) {
        await whileHolding(database, { alarms: [key.alarmId] }, (transaction) => callNext(transaction, key, now))
      }
      for (const alarmId of await waitingTooLong(database, now)) {
        await whileHolding(database, { alarms: [alarmId] }, (transaction) => countFromNow(transaction, alarmId, now))
      }
    },
    /**
     * Records what a mail server reports about an e-mail to a contact, also before it is known to be taken. Null if none
     * was begun.
     */
    report(
      { alarmId, number }: Pick<HopKey, 'alarmId' | 'number'>,
      actions: readonly DeliveryAction[],
      now: Date,
    ): Promise<{ state: HopState; isNew: boolean } | null> {
      const isThis = sql<boolean>`
        alarm_id = ${alarmId} and number = ${number} and channel = 'EMAIL' and begun_at is not null`
      return whileHolding(database, { alarms: [alarmId] }, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('alarm_hops')
          .set({ state: 'BOUNCED', ended_at: now })
          .where(isThis)
          .where(sql<boolean>`${actions.includes('failed')} and state <> 'BOUNCED'`)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) await callNext(transaction, { alarmId, number }, now)
        const row = await transaction.selectFrom('alarm_hops').select('state').where(isThis).executeTakeFirst()
        return row === undefined ? null : { state: row.state, isNew: numUpdatedRows > 0n }
      })
    },
    isAnyEmailDue: (now: Date, due: Due): Promise<boolean> => isAnyDue(now, due, emails.channels),
    isAnyPhoneDue: (now: Date, due: Due): Promise<boolean> => isAnyDue(now, due, phoneChannels),
  }
}

/** Nobody is reached by these. */
const lost: readonly HopState[] = ['BOUNCED', 'FAILED', 'WITHHELD']

/** Whether a message may still have its contact act: it is not lost, and the person who was called has not left since. */
const mayReach = sql<boolean>`
  alarm_hops.state <> all(${lost}::text[]) and (alarm_hops.begun_at is null or exists (
    select from emergency_contacts where emergency_contacts.id = alarm_hops.contact_id and email is not null))`

/**
 * The next contact's turn is now, and the turns after it are as much earlier: every message to this contact is lost, or they
 * left after they were called. Nothing changes where the next one's turn has begun. While the alarm is held: of an e-mail and
 * a text message that are lost at the same time, one sees the other.
 */
async function callNext(queries: Queries, { alarmId, number }: Pick<HopKey, 'alarmId' | 'number'>, now: Date) {
  // After the owner's phone comes the first contact: the owner, who has an e-mail as well, gets the whole time to answer.
  if (number === 0) return
  await sql`
    with next as materialized (
      select min(due_at) - ${now}::timestamptz as early from alarm_hops
      where alarm_id = ${alarmId} and number = ${number + 1}
      having bool_and(state = 'QUEUED' and begun_at is null and due_at > ${now})),
    waiting as materialized (
      select alarm_id, number, channel from alarm_hops
      where alarm_id = ${alarmId} and number > ${number} and state = 'QUEUED' and begun_at is null
      ${skippingHeld('alarm_hops')})
    update alarm_hops set due_at = due_at - early from next, waiting
    where alarm_hops.alarm_id = waiting.alarm_id and alarm_hops.number = waiting.number
      and alarm_hops.channel = waiting.channel
      and not exists (
        select from alarm_hops where alarm_id = ${alarmId} and number = ${number} and ${mayReach})`.execute(queries)
}

/** Messages that wait although the contact before was called, and cannot act any more. */
async function waitingForNobody(queries: Queries, now: Date): Promise<Pick<HopKey, 'alarmId' | 'number'>[]> {
  const { rows } = await sql<{ alarmId: string; number: number }>`
    select distinct waiting.alarm_id as "alarmId", waiting.number - 1 as number
    from alarm_hops as waiting
    where waiting.state = 'QUEUED' and waiting.begun_at is null and waiting.due_at > ${now}
      and exists (
        select from alarm_hops where alarm_id = waiting.alarm_id and number = waiting.number - 1 and number > 0)
      and not exists (
        select from alarm_hops where alarm_id = waiting.alarm_id and number = waiting.number - 1 and ${mayReach})`.execute(
    queries,
  )
  return rows
}

/** Whether a message waits longer than the last of a chain that begins now: it is from when our clock was ahead. */
function waitsTooLong(now: Date): RawBuilder<boolean> {
  const longestWait = sql`(${latestTurn(1, now)}::timestamptz - ${now}::timestamptz)`
  return sql<boolean>`
    state = 'QUEUED' and begun_at is null and detected_at > ${believedUntil(now)}
    and due_at > ${now}::timestamptz + number * ${longestWait}`
}

async function waitingTooLong(queries: Queries, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct alarms.id from alarm_hops join alarms on alarms.id = alarm_id where ${waitsTooLong(now)}`.execute(
    queries,
  )
  return rows.map(({ id }) => id)
}

/** An alarm's chain waits as if it had been raised now. While the alarm is held: once. */
async function countFromNow(queries: Queries, alarmId: string, now: Date): Promise<void> {
  await sql`
    update alarm_hops set due_at = due_at - (detected_at - ${now}::timestamptz) from alarms
    where alarms.id = alarm_id and alarms.id = ${alarmId} and state = 'QUEUED' and begun_at is null
      and exists (select from alarm_hops where alarm_id = alarms.id and ${waitsTooLong(now)})`.execute(queries)
}

/** E-mails, and phones, which are worked on apart: a webhook that hangs holds up no e-mail. */
interface Way<Hop> {
  channels: readonly HopChannel[]
  /** Null if its receiver has left, or cannot be reached this way any more. */
  hopOf(hop: HopToSend, row: HopRow): Hop | null
  /** What becomes of it then. */
  withoutReceiver: HopState
  /** Whether its receiver was sent as many as they may be since then. */
  isTooMany(hop: Hop, since: Date): Promise<boolean>
}

/** No pause before the next try is as long: a later one was set when our clock was ahead. */
function latestRetry(now: Date): Date {
  return new Date(now.getTime() + phonesServerLimits.firstPauseMinutes * 2 ** phonesServerLimits.tries * minuteMs)
}

/**
 * The owner comes first: no contact's message is due before the e-mail to the owner was begun, unless that waits for its turn,
 * while push messages have gone. The e-mail of an alarm that a version before has raised is in its columns until it has ended,
 * or is taken over (decision 79).
 */
function isDueBy(now: Date, due: Due, channels: readonly HopChannel[]) {
  return sql<boolean>`
    due_at <= ${now} and (retry_at is null or retry_at <= ${now} or retry_at > ${latestRetry(now)}) and channel = any(${channels}::text[])
    and (contact_id is null
      or not (letter = 'QUEUED' and letter_begun_at is null and coalesce(letter_due_at, detected_at) <= ${now})
        and not exists (
          select from messages where messages.alarm_id = alarms.id and ${isOwnersEmail}
            and messages.state = 'QUEUED' and messages.begun_at is null and messages.due_at <= ${now}))
    and ${isDue(due, { state: 'state', begunAt: 'begun_at' })}`
}

async function claim(database: Database, now: Date, due: Due, channels: readonly HopChannel[]): Promise<HopKey | null> {
  const { rows } = await sql<{ alarm_id: string; number: number; channel: HopChannel }>`
    with next as materialized (
      select alarm_id, number, channel from alarm_hops join alarms on alarms.id = alarm_id
      where ${isDueBy(now, due, channels)}
      order by ${isForHelp} desc, due_at limit 1 ${skippingHeld('alarm_hops')})
    update alarm_hops set state = 'SENDING', begun_at = ${now}, ended_at = null, tries = tries + 1 from next
    where alarm_hops.alarm_id = next.alarm_id and alarm_hops.number = next.number and alarm_hops.channel = next.channel
    returning alarm_hops.alarm_id, alarm_hops.number, alarm_hops.channel`.execute(database)
  const [row] = rows
  return row === undefined ? null : { alarmId: row.alarm_id, number: row.number, channel: row.channel }
}

interface HopRow {
  stated: Stated | null
  contact_id: string | null
  email: string | null
  phone: string | null
  phone_channel: PhoneChannel | null
  owner_id: string
  owner_email: string
  device_id: string
  name: string
  vehicle_plate: string | null
  kind: AlarmKind
  evidence: MovementEvidence | null
  detected_at: Date
  recorded_at: Date | null
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  due_at: Date
  tries: number
}

function commonOf(row: HopRow): Omit<HopToSend, keyof HopKey> {
  const { latitude, longitude, accuracy, recorded_at: recordedAt } = row
  const hasPlace = latitude !== null && longitude !== null && recordedAt !== null
  return {
    ownerId: row.owner_id,
    ownerEmail: row.owner_email,
    deviceId: row.device_id,
    deviceName: row.name,
    vehiclePlate: row.vehicle_plate,
    kind: row.kind,
    evidence: row.evidence,
    detectedAt: row.detected_at,
    stated: row.stated,
    place: hasPlace ? { latitude, longitude, accuracy, recordedAt } : null,
    dueAt: row.due_at,
    tries: row.tries,
  }
}
