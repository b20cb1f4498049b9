import { sql } from 'kysely'
import type { AlarmKind, MovementEvidence } from '#contract/alarms/alarms.ts'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import { processServerLimits } from '#contract/limits/process-limits.ts'
import { hourMs, minuteMs } from '#contract/base/time-units.ts'
import type { Sighting } from '#domain/alarms/sighting.ts'
import { emailIdOf } from './alarm-email-id.ts'
import { isEmailAnswered } from '../answers/answered.ts'
import { contactsFrom } from '../chain/chains.ts'
import { happenedAt } from './happened-at.ts'
import { statedForGood } from '#domain/vehicles/vehicle-condition.ts'
import { statementsOf } from '#server/db/shared/missed.ts'
import { lastPlace } from '../guard/silence.store.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { type HeldRows, inTransaction } from '#server/db/transactions/locks.ts'
import type { Consequence, Ending } from '#server/features/messages/messages.store.ts'

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
  /** Of a movement the newest, until the e-mail is sent. */
  place: Sighting | null
  numberToday: number | null
  evidence: MovementEvidence | null
  lastActiveAt: Date | null
  /** When the first emergency contact is to be notified; null if none waits. */
  contactsFrom: Date | null
  /** The owner has stated that it is stolen, or may be, and cannot take that back any more. */
  isMissed: boolean
}

export type AlarmEmailsStore = ReturnType<typeof createAlarmEmailsStore>

/** What alarms' e-mails to their owners say, whether they are still wanted, and what follows from how they end. */
export function createAlarmEmailsStore(database: Database) {
  return {
    /** What an alarm says; null if it is gone. */
    read: (alarmId: string, now: Date) => read(database, alarmId, now),

    /** Whether its e-mail says nothing any more that its owner has not answered. */
    async isAnswered(alarmId: string, now: Date): Promise<boolean> {
      const answered = await database
        .selectFrom('alarms')
        .select('id')
        .where('id', '=', alarmId)
        .where(isEmailAnswered(now))
        .executeTakeFirst()
      return answered !== undefined
    },

    /** Its owner's account records whether e-mails come back: after an accepted one it is open again whether they do. */
    async consequenceOf(alarmId: string): Promise<Consequence<HeldRows>> {
      const owners = await database
        .selectFrom('alarms')
        .innerJoin('devices', 'devices.id', 'alarms.device_id')
        .select('user_id')
        .where('alarms.id', '=', alarmId)
        .execute()
      return {
        holding: { accounts: owners.map(({ user_id: userId }) => userId), alarms: [alarmId] },
        async follow(writing, { state }, now) {
          await noteReturn(writing, emailIdOf(alarmId), state, now)
        },
      }
    },

    /** The same of an e-mail to somebody invited to the vehicle: their account records it. */
    async consequenceOfPersons(messageId: string): Promise<Consequence> {
      const found = await database
        .selectFrom('messages')
        .select((row) => [row.ref('alarm_id').$notNull().as('alarm'), row.ref('user_id').$notNull().as('account')])
        .where('id', '=', messageId)
        .where('alarm_id', 'is not', null)
        .where('user_id', 'is not', null)
        .execute()
      return {
        holding: { accounts: found.map(({ account }) => account), alarms: found.map(({ alarm }) => alarm) },
        follow: (writing, { state }, now) => noteReturn(writing, messageId, state, now),
      }
    },

    /**
     * Takes over the e-mails that a version before has left behind: it sends those of the alarms that it raises itself, until it
     * is gone. A trigger has them become messages (0113).
     * @returns how many.
     */
    async takeOver(now: Date): Promise<number> {
      const stuckBefore = new Date(now.getTime() - messagesServerLimits.leaseMinutes * minuteMs)
      const ahead = new Date(now.getTime() + processServerLimits.ownClockAheadHours * hourMs)
      const isLeftBehind = sql<boolean>`(
        letter = 'QUEUED' or letter = 'SENDING' and (letter_begun_at < ${stuckBefore} or letter_begun_at > ${ahead}))`
      const found = await database
        .selectFrom('alarms')
        .innerJoin('devices', 'devices.id', 'alarms.device_id')
        .select(['alarms.id', 'device_id', 'user_id'])
        .where(isLeftBehind)
        .execute()
      if (found.length === 0) return 0
      // Messages refer to all of these.
      const held = {
        accounts: found.map(({ user_id: userId }) => userId),
        devices: found.map(({ device_id: deviceId }) => deviceId),
        alarms: found.map(({ id }) => id),
      }
      return inTransaction(database, held, async (writing) => {
        const { numUpdatedRows } = await writing
          .updateTable('alarms')
          .set({ letter: 'SENT', letter_ended_at: null })
          .where('id', 'in', held.alarms)
          .where(isLeftBehind)
          .executeTakeFirst()
        return Number(numUpdatedRows)
      })
    },
  }
}

/** Records at its receiver's account whether e-mails come back, unless this one went to a former address. */
async function noteReturn(queries: Queries, messageId: string, state: Ending['state'], now: Date): Promise<void> {
  if (state !== 'BOUNCED' && state !== 'SENT' && state !== 'DELIVERED') return
  const account = await queries
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.user_id')
    .select('users.id')
    .where('messages.id', '=', messageId)
    .whereRef('email_verified_at', '<=', 'messages.begun_at')
    .executeTakeFirst()
  if (account === undefined) return
  if (state !== 'BOUNCED') {
    await queries.deleteFrom('alarm_email_returns').where('user_id', '=', account.id).execute()
    return
  }
  await queries
    .insertInto('alarm_email_returns')
    .values({ user_id: account.id, returned_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ returned_at: now }))
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
    .select(['recorded_at', 'latitude', 'longitude', 'accuracy'])
    .select(contactsFrom.as('contacts_from'))
    .where('alarms.id', '=', alarmId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { latitude, longitude, accuracy, recorded_at: recordedAt } = row
  const hasPlace = latitude !== null && longitude !== null && recordedAt !== null
  const stated = statedForGood(await statementsOf(database, row.device_id), now)
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
    place: row.kind === 'MOVEMENT' && seen !== null ? ((await lastPlace(database, row.device_id, now)) ?? seen) : seen,
    numberToday: row.number_today,
    evidence: row.evidence,
    lastActiveAt: row.last_active_at,
    contactsFrom: row.contacts_from,
    isMissed: stated?.kind === 'MISSED',
  }
}
