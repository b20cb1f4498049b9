import { type RawBuilder, sql } from 'kysely'
import type { AlarmKind, LinkedAlarm, MovementEvidence } from '#contract/alarms/alarms.ts'
import { alarmAddress, caseAddress } from '../emails/alarm-address.ts'
import { answeredByOwnerAt, isAnsweredByOwner } from './answered.ts'
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import { hourMs } from '#contract/base/time-units.ts'
import type { Sighting } from '#domain/alarms/sighting.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { noteAcknowledged } from './acknowledged.ts'
import { isHop } from '../emails/alarm-messages.ts'
import { stopAnswered } from '../chain/chains.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import { noteMessagesAnswered } from '#server/db/shared/messages.ts'
import { isMissed, statementsOf } from '#server/db/shared/missed.ts'
import type { StateChange } from '#domain/dossier/dossier.ts'
import { type Stated, statedForGood } from '#domain/vehicles/vehicle-condition.ts'

/** Where a message to an owner goes. */
export type Reached = { userId: string } & ({ email: string } | { subscriptionId: string } | { phone: string })

export type AlarmLinksStore = ReturnType<typeof createAlarmLinksStore>

interface OwnersLink {
  tokenHash: Buffer
  alarmId: string
  reached: Reached
}

/** Links by which an alarm is seen or answered without signing in; only the hashes of their tokens are stored. */
export function createAlarmLinksStore(database: Database) {
  const addOwners = (
    { tokenHash, alarmId, reached }: OwnersLink,
    shown: { place: Sighting | null } | null,
    at: Date,
  ): Promise<boolean> =>
    inTransaction(database, { accounts: [reached.userId], alarms: [alarmId] }, async (transaction) => {
      const { latitude, longitude, accuracy, recordedAt } = shown?.place ?? nowhere
      const { rows } = await sql`
        insert into alarm_links
          (token_hash, alarm_id, contact_id, created_at, reads_only, latitude, longitude, accuracy, recorded_at)
        select ${tokenHash}, alarms.id, null, ${at}, ${shown !== null},
          ${latitude}::double precision, ${longitude}::double precision, ${accuracy}::real, ${recordedAt}::timestamptz
        from alarms
        join devices on devices.id = device_id
        join users on users.id = user_id
        where alarms.id = ${alarmId} and users.id = ${reached.userId} and ${isReached(reached)}
        returning alarm_id`.execute(transaction)
      return rows.length > 0
    })

  return {
    /** For an emergency contact. False if the alarm is gone. */
    async add(link: { tokenHash: Buffer; alarmId: string; contactId: string }, at: Date): Promise<boolean> {
      const { tokenHash, alarmId, contactId } = link
      const { rows } = await sql`
        insert into alarm_links (token_hash, alarm_id, contact_id, created_at)
        select ${tokenHash}, alarms.id, ${contactId}::text, ${at} from alarms
        where alarms.id = ${alarmId}
        returning alarm_id`.execute(database)
      return rows.length > 0
    },

    /**
     * For the owner. False if the alarm is gone, or its message goes where the owner is not reached any more: a change of
     * credentials ends these links, and must not miss one whose message is under way.
     */
    addForOwner: (link: OwnersLink, at: Date): Promise<boolean> => addOwners(link, null, at),

    /** The same for a link that shows the alarm and a place, and answers nothing. */
    addForReading: ({ place, ...link }: OwnersLink & { place: Sighting | null }, at: Date): Promise<boolean> =>
      addOwners({ ...link, tokenHash: readingHash(link.tokenHash) }, { place }, at),

    /** Null if it is unknown, or its alarm or contact is gone. */
    read: (tokenHash: Buffer, now: Date, since: Date): Promise<LinkedAlarm | null> =>
      read(database, isAnswering(tokenHash), now, since),

    /** The same of a link that shows the alarm, and answers nothing; null also if that has ended. */
    show: (tokenHash: Buffer, now: Date, since: Date): Promise<LinkedAlarm | null> =>
      read(database, isShowing(tokenHash, now), now, since),

    /** Why a link that shows an alarm has ended; null if it has not, or there is none. */
    async end(tokenHash: Buffer, now: Date): Promise<LinkEnd | null> {
      const { rows } = await sql<{ end: LinkEnd | null; is_missed: boolean }>`
        select ${endOf(now)} as end, ${isMissed} as is_missed
        from alarm_links
        join alarms on alarms.id = alarm_links.alarm_id
        join devices on devices.id = alarms.device_id
        where alarm_links.token_hash = ${readingHash(tokenHash)}`.execute(database)
      const [row] = rows
      // It was back, and has been missed again since.
      if (row === undefined || (row.end === 'BACK' && row.is_missed)) return null
      return row.end
    },

    /** Notes an answer, the first time, and stops the chain. An owner's answer acknowledges the alarm. */
    async answer(tokenHash: Buffer, now: Date, since: Date): Promise<LinkedAlarm | null> {
      const link = await database
        .selectFrom('alarm_links')
        .innerJoin('alarms', 'alarms.id', 'alarm_links.alarm_id')
        .select(['alarms.device_id'])
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      if (link === undefined) return null
      return inTransaction(database, { devices: [link.device_id] }, async (transaction) => {
        const alarm = await transaction
          .selectFrom('alarm_links')
          .innerJoin('alarms', 'alarms.id', 'alarm_links.alarm_id')
          .select(['alarms.id', 'alarms.device_id', 'alarms.kind', 'alarms.detected_at', 'alarm_links.contact_id'])
          .where('token_hash', '=', tokenHash)
          .executeTakeFirst()
        if (alarm === undefined || (await read(transaction, isAnswering(tokenHash), now, since)) === null) return null
        const { id, device_id: deviceId, kind, detected_at: detectedAt, contact_id: contactId } = alarm
        await noteAnswer(transaction, { alarmId: id, contactId }, now)
        const by = contactId === null ? 'owner' : 'contact'
        await stopAnswered(transaction, { id, deviceId, kind, detectedAt }, by, now)
        return read(transaction, isAnswering(tokenHash), now, since)
      })
    },
  }
}

function isReached(reached: Reached): RawBuilder<boolean> {
  if ('email' in reached) return sql`users.email = ${reached.email}`
  if ('phone' in reached) {
    return sql`exists (select from phones where phones.user_id = users.id and phones.number = ${reached.phone})`
  }
  return sql`exists (
    select from push_subscriptions where push_subscriptions.id = ${reached.subscriptionId} and user_id = users.id)`
}

async function noteAnswer(
  transaction: Writing,
  { alarmId, contactId }: { alarmId: string; contactId: string | null },
  now: Date,
): Promise<void> {
  if (contactId === null) return noteAcknowledged(transaction, alarmId, now)
  const isTheirs = sql<boolean>`${isHop} and alarm_id = ${alarmId} and recipient = ${contactId} and channel = 'EMAIL'`
  await noteMessagesAnswered(transaction, isTheirs, now)
}

const nowhere = { latitude: null, longitude: null, accuracy: null, recordedAt: null }

/** A key that answers nothing is stored by the hash of its hash: a process of the version before does not find it, and would answer. */
function readingHash(tokenHash: Buffer): Buffer {
  return hashOf(tokenHash.toString('hex'))
}

function isAnswering(tokenHash: Buffer): RawBuilder<boolean> {
  return sql<boolean>`alarm_links.token_hash = ${tokenHash}`
}

function isShowing(tokenHash: Buffer, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(alarm_links.token_hash = ${readingHash(tokenHash)} and ${endOf(now)} is null)`
}

/**
 * By what a link that shows its alarm has ended: the vehicle is back, its owner has answered, its tracking is switched off, or a day
 * has gone by since its message.
 */
type LinkEnd = 'BACK' | 'ANSWERED' | 'OFF' | 'EXPIRED'

function endOf(now: Date): RawBuilder<LinkEnd | null> {
  const oldest = new Date(now.getTime() - alarmsLimits.shownHours * hourMs)
  return sql<LinkEnd | null>`case
    when exists (
      select from dossier_changes where dossier_changes.device_id = devices.id
        and state in ('PARKED', 'RECOVERED') and set_at >= alarm_links.created_at) then 'BACK'
    when ${isAnsweredByOwner(now)} then 'ANSWERED'
    when not exists (
      select from tracking_settings where tracking_settings.device_id = devices.id and enabled) then 'OFF'
    when alarm_links.created_at <= ${oldest} then 'EXPIRED' end`
}

/** @param since the place of an older fix is kept no longer. */
async function read(
  queries: Queries,
  isWanted: RawBuilder<boolean>,
  now: Date,
  since: Date,
): Promise<LinkedAlarm | null> {
  const { rows } = await sql<LinkedRow>`
    select alarm_links.contact_id, users.email as owner_email, name, kind, evidence, detected_at,
      ${answeredByOwnerAt(now)} as owner_answered_at,
      place.recorded_at, place.latitude, place.longitude, place.accuracy, first_answer.contact_id as answered_by, first_answer.answered_at,
      reads_only, alarms.id as alarm_id, devices.id as device_id, users.id as owner_id, ${isMissed} as is_missed
    from alarm_links
    join alarms on alarms.id = alarm_links.alarm_id
    join devices on devices.id = alarms.device_id
    join users on users.id = devices.user_id and users.disabled_at is null
    cross join lateral (
      select
        case when reads_only then alarm_links.recorded_at else alarms.recorded_at end as recorded_at,
        case when reads_only then alarm_links.latitude else alarms.latitude end as latitude,
        case when reads_only then alarm_links.longitude else alarms.longitude end as longitude,
        case when reads_only then alarm_links.accuracy else alarms.accuracy end as accuracy
    ) as place
    left join lateral (
      select recipient as contact_id, answered_at from messages
      where messages.alarm_id = alarms.id and answered_at is not null
      -- The answer is confirmed, also where somebody else was quicker.
      order by (recipient = alarm_links.contact_id) desc nulls last, answered_at limit 1
    ) as first_answer on true
    where ${isWanted}
      and (alarm_links.contact_id is null or exists (
        select from emergency_contacts
        where emergency_contacts.id = alarm_links.contact_id and emergency_contacts.left_at is null))`.execute(queries)
  const [row] = rows
  if (row === undefined) return null
  const stated = row.reads_only ? null : statedSince(row.detected_at, await statementsOf(queries, row.device_id), now)
  return { ...linkedOf(row, since), ...(stated !== null && { stated }) }
}

/** What holds of what its owner has stated; that it was back before the alarm says nothing of it. */
function statedSince(detectedAt: Date, changes: readonly StateChange[], now: Date): Stated | null {
  const stated = statedForGood(changes, now)
  const isBackSince = changes.some(({ state, setAt }) => state === 'RECOVERED' && setAt > detectedAt)
  return stated?.kind === 'BACK' && !isBackSince ? null : stated
}

interface LinkedRow {
  contact_id: string | null
  owner_id: string
  owner_email: string
  name: string
  kind: AlarmKind
  evidence: MovementEvidence | null
  detected_at: Date
  /** By acknowledging it, a pause, or what they have stated. */
  owner_answered_at: Date | null
  recorded_at: Date | null
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  answered_by: string | null
  answered_at: Date | null
  reads_only: boolean
  alarm_id: string
  device_id: string
  is_missed: boolean
}

function linkedOf(row: LinkedRow, since: Date): LinkedAlarm {
  const { latitude, longitude, accuracy, recorded_at: recordedAt } = row
  const hasPlace = latitude !== null && longitude !== null && recordedAt !== null && recordedAt >= since
  return {
    reader: row.contact_id === null ? 'OWNER' : 'CONTACT',
    ...(row.reads_only && { readsOnly: { ownerId: row.owner_id, address: ownersAddress(row) } }),
    ownerEmail: row.reads_only ? null : row.owner_email,
    deviceName: row.name,
    kind: row.kind,
    detectedAt: row.detected_at.toISOString(),
    place: hasPlace ? { latitude, longitude, accuracy, recordedAt: recordedAt.toISOString() } : null,
    evidence: row.evidence,
    answer: answerOf(row),
  }
}

function ownersAddress({ is_missed, device_id: deviceId, alarm_id: alarmId, ...row }: LinkedRow): string {
  return is_missed
    ? caseAddress(deviceId)
    : alarmAddress({ alarmId, deviceId, seenAt: row.recorded_at ?? row.detected_at })
}

function answerOf(row: LinkedRow): LinkedAlarm['answer'] {
  const { owner_answered_at: seenAt, answered_at: answeredAt, contact_id: reader } = row
  const isReader = reader !== null && row.answered_by === reader
  // The answer is confirmed, also where the owner was quicker.
  if (answeredAt !== null && (seenAt === null || isReader || answeredAt < seenAt)) {
    return { by: isReader ? 'READER' : 'CONTACT', at: answeredAt.toISOString() }
  }
  if (seenAt === null) return null
  return { by: reader === null ? 'READER' : 'OWNER', at: seenAt.toISOString() }
}
