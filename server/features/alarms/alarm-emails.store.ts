import { sql } from 'kysely'
import type { AlarmKind, EmailState, MovementEvidence } from '#contract/alarms.ts'
import { emergencyContactsServerLimits } from '#contract/emergency-contacts-limits.ts'
import { dayMs, hourMs, minuteMs } from '#contract/time-units.ts'
import type { Sighting } from '#domain/alarms/sighting.ts'
import { type DeliveryAction, emailStateAfter } from '#domain/alarms/email-delivery.ts'
import { isEmailAnswered } from './answered.ts'
import { contactsFrom } from './chains.ts'
import { rank } from './due.ts'
import { happenedAt } from './happened-at.ts'
import { isMissed } from '#server/db/missed.ts'
import { lastPlace } from './silence.store.ts'
import { type Due, isDue } from '#server/db/due.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { skippingHeld, whileHolding } from '#server/db/locks.ts'
import { type OverdueQueue, overdueMinutes } from '#server/jobs/overdue-work.ts'

/** The content of an e-mail about an alarm, and its recipient. */
export interface AlarmEmail {
  alarmId: string
  /** Its owner. */
  userId: string
  email: string
  deviceId: string
  deviceName: string
  kind: AlarmKind
  detectedAt: Date
  /** When it was measured. */
  happenedAt: Date
  /** Of a movement: when the vehicle was last seen where it was parked. */
  beganAt: Date | null
  /** When the e-mail was due. */
  dueAt: Date
  /** Of a movement the newest, until the e-mail is sent. */
  place: Sighting | null
  numberToday: number | null
  evidence: MovementEvidence | null
  lastActiveAt: Date | null
  /** When the first emergency contact is to be notified; null if none waits. */
  contactsFrom: Date | null
  /** The owner has stated that it is stolen, or may be. */
  isMissed: boolean
}

const { lateMinutes } = emergencyContactsServerLimits

export type AlarmEmailsStore = ReturnType<typeof createAlarmEmailsStore>

/** The e-mails of alarms on their way. Each is claimed before it is sent, so that two workers never send the same. */
export function createAlarmEmailsStore(database: Database) {
  /** The alarm, and its owner's account, which records whether e-mails come back. */
  const heldFor = async (alarmId: string) => {
    const owners = await database
      .selectFrom('alarms')
      .innerJoin('devices', 'devices.id', 'alarms.device_id')
      .select('user_id')
      .where('alarms.id', '=', alarmId)
      .execute()
    return { accounts: owners.map(({ user_id }) => user_id), alarms: [alarmId] }
  }

  /**
   * An answer does not stop what is being handed over just then: whether there was one is asked before it is tried again, and when
   * its turn comes at last.
   */
  const stopIfAnswered = (alarmId: string, now: Date): Promise<boolean> =>
    whileHolding(database, { alarms: [alarmId] }, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('alarms')
        .set({ letter: 'STOPPED', letter_ended_at: now })
        .where('id', '=', alarmId)
        .where('letter', '=', 'SENDING')
        .where(isEmailAnswered(now))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })

  const store = {
    stopIfAnswered,

    /** What an alarm says; null if it is gone. */
    read: (alarmId: string, now: Date) => read(database, alarmId, now),

    /**
     * Claims an e-mail that is due: of those never tried the newest alarm's, else the one that waited longest; a call for
     * help first, and a low battery last. One that is tried again is not where its owner has answered. If nobody worked when the alarm was raised, its chain waits for as long again: an
     * owner who could not be notified before has the whole time to answer.
     */
    async begin(now: Date, due: Due): Promise<AlarmEmail | null> {
      const lateSince = new Date(now.getTime() - lateMinutes * minuteMs)
      const { rows } = await sql<{ id: string; is_again: boolean }>`
        with newest as materialized (
          select id, ${dueAt} as due_at, letter_begun_at is not null as is_again, letter_begun_at is null and ${dueAt} < ${lateSince} as is_late from alarms
          where ${mayBeSent(now)} and ${isDue(due, columns)}
          order by ${rank}, letter_begun_at nulls first, detected_at desc limit 1 ${skippingHeld('alarms')}),
        waiting as materialized (
          select alarm_id, number, channel, newest.due_at as email_due_at from alarm_hops join newest on newest.id = alarm_id
          where is_late and state = 'QUEUED' and begun_at is null and contact_id is not null ${skippingHeld('alarm_hops')}),
        delayed as (
          update alarm_hops set due_at = due_at + (${now}::timestamptz - email_due_at) from waiting
          where alarm_hops.alarm_id = waiting.alarm_id and alarm_hops.number = waiting.number
            and alarm_hops.channel = waiting.channel)
        update alarms set letter = 'SENDING', letter_begun_at = ${now}, letter_ended_at = null from newest
        where alarms.id = newest.id returning alarms.id, is_again`.execute(database)
      const [claimed] = rows
      if (claimed === undefined) return null
      if (claimed.is_again && (await stopIfAnswered(claimed.id, now))) return store.begin(now, due)
      // Its device, or the whole account, may have been deleted meanwhile.
      return (await read(database, claimed.id, now)) ?? store.begin(now, due)
    },

    /**
     * Notes that an e-mail is still being sent. Not once its owner has another address: after its lease it is sent to that.
     */
    async renew(alarmId: string, now: Date): Promise<void> {
      await sql`
        update alarms set letter_begun_at = ${now} from devices join users on users.id = devices.user_id
        where alarms.id = ${alarmId} and devices.id = alarms.device_id and letter = 'SENDING'
          and (email_verified_at is null or email_verified_at <= letter_begun_at)`.execute(database)
    },

    /**
     * Records the result of an attempt, unless a report came first and knows more. If it was refused for good, it counts as
     * returned at once.
     */
    async end(alarmId: string, state: 'SENT' | 'QUEUED' | 'FAILED' | 'BOUNCED', now: Date): Promise<void> {
      const isBack = state === 'BOUNCED'
      await whileHolding(database, await heldFor(alarmId), async (transaction) => {
        const ended = await transaction
          .updateTable('alarms')
          .set({ letter: state, ...(isBack ? { letter_reported_at: now } : { letter_ended_at: now }) })
          .where('id', '=', alarmId)
          .where('letter', '=', 'SENDING')
          .returning(['device_id', 'letter_begun_at'])
          .executeTakeFirst()
        if (ended === undefined) return
        // After an accepted e-mail it is open again whether the address works.
        if (state === 'SENT' || isBack) await noteReturn(transaction, ended, isBack ? now : null)
      })
    },

    /** Records what a mail server reports about an e-mail. Null if there is no such e-mail, or no longer. */
    async report(
      alarmId: string,
      actions: readonly DeliveryAction[],
      now: Date,
    ): Promise<{ before: EmailState; after: EmailState } | null> {
      return whileHolding(database, await heldFor(alarmId), async (transaction) => {
        const alarm = await transaction
          .selectFrom('alarms')
          .select(['device_id', 'letter', 'letter_begun_at'])
          .where('id', '=', alarmId)
          .where('letter_begun_at', 'is not', null)
          .executeTakeFirst()
        if (alarm === undefined) return null
        const [before, after] = [alarm.letter, emailStateAfter(alarm.letter, actions)]
        if (before === after) return { before, after }
        const isTaken = before === 'SENT' || before === 'DELIVERED'
        await transaction
          .updateTable('alarms')
          .set({ letter: after, letter_reported_at: now, ...(!isTaken && { letter_ended_at: now }) })
          .where('id', '=', alarmId)
          .execute()
        if (after === 'BOUNCED') await noteReturn(transaction, alarm, now)
        else if (!isTaken) await noteReturn(transaction, alarm, null)
        return { before, after }
      })
    },

    /** Alarms whose e-mail is due. */
    async due(now: Date, due: Due): Promise<string[]> {
      const rows = await database
        .selectFrom('alarms')
        .select('id')
        .where(mayBeSent(now))
        .where(isDue(due, columns))
        .execute()
      return rows.map(({ id }) => id)
    },

    /** In the form of a job queue (`jobs.ts`): e-mails that no mail server accepts, and those given up within a day. */
    async overdue(now: Date): Promise<OverdueQueue[]> {
      const late = new Date(now.getTime() - overdueMinutes * minuteMs)
      const aDayAgo = new Date(now.getTime() - dayMs)
      const { waiting, failed } = await database
        .selectFrom('alarms')
        .select([
          sql<number>`(count(*) filter (where letter in ('QUEUED', 'SENDING')))::int`.as('waiting'),
          sql<number>`(count(*) filter (where letter = 'FAILED'))::int`.as('failed'),
        ])
        .where(
          sql<boolean>`letter in ('QUEUED', 'SENDING') and ${dueAt} < ${late}
            or letter = 'FAILED' and letter_ended_at > ${aDayAgo}`,
        )
        .executeTakeFirstOrThrow()
      return waiting + failed === 0 ? [] : [{ queue: 'alarm-letters', waiting, failed }]
    },
  }
  return store
}

const columns = { state: 'letter', begunAt: 'letter_begun_at' }

const dueAt = sql<Date>`coalesce(letter_due_at, detected_at)`

/** One that waits for longer than the next day was set when our clock was ahead. */
function mayBeSent(now: Date) {
  const latest = new Date(now.getTime() + longestWaitHours * hourMs)
  return sql<boolean>`(${dueAt} <= ${now} or ${dueAt} > ${latest})`
}

/** The longest day has 25 hours. */
const longestWaitHours = 26

/** Records at the owner's account whether e-mails come back, unless this one went to a former address. */
async function noteReturn(
  queries: Queries,
  letter: { device_id: string; letter_begun_at: Date | null },
  returnedAt: Date | null,
): Promise<void> {
  const account = await queries
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select('users.id')
    .where('devices.id', '=', letter.device_id)
    .where('email_verified_at', '<=', letter.letter_begun_at)
    .executeTakeFirst()
  if (account === undefined) return
  if (returnedAt === null) {
    await queries.deleteFrom('alarm_email_returns').where('user_id', '=', account.id).execute()
    return
  }
  await queries
    .insertInto('alarm_email_returns')
    .values({ user_id: account.id, returned_at: returnedAt })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ returned_at: returnedAt }))
    .execute()
}

async function read(database: Database, alarmId: string, now: Date): Promise<AlarmEmail | null> {
  const row = await database
    .selectFrom('alarms')
    .innerJoin('devices', 'devices.id', 'alarms.device_id')
    .innerJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select([
      'users.id as user_id',
      'users.email',
      'devices.id as device_id',
      'devices.name',
      'kind',
      'detected_at',
      'number_today',
      'evidence',
      'last_active_at',
      'began_at',
    ])
    .select(dueAt.as('due_at'))
    .select(isMissed.as('is_missed'))
    .select(['recorded_at', 'latitude', 'longitude', 'accuracy'])
    .select(contactsFrom.as('contacts_from'))
    .where('alarms.id', '=', alarmId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { latitude, longitude, accuracy, recorded_at: recordedAt } = row
  const hasPlace = latitude !== null && longitude !== null && recordedAt !== null
  const seen = hasPlace ? { latitude, longitude, accuracy, recordedAt } : null
  return {
    alarmId,
    userId: row.user_id,
    email: row.email,
    deviceId: row.device_id,
    deviceName: row.name,
    kind: row.kind,
    detectedAt: row.detected_at,
    happenedAt: happenedAt({ kind: row.kind, place: seen, detectedAt: row.detected_at }),
    beganAt: row.began_at,
    dueAt: row.due_at,
    place: row.kind === 'MOVEMENT' && seen !== null ? ((await lastPlace(database, row.device_id, now)) ?? seen) : seen,
    numberToday: row.number_today,
    evidence: row.evidence,
    lastActiveAt: row.last_active_at,
    contactsFrom: row.contacts_from,
    isMissed: row.is_missed,
  }
}
