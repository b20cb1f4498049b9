import { sql } from 'kysely'
import type { AlarmKind, LetterState } from '#contract/alarms.ts'
import type { Sighting } from '#domain/alarms.ts'
import { type DeliveryAction, letterAfter } from '#domain/letter-delivery.ts'
import { canWait, type Due, isDue } from './due.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { skippingHeld, whileHolding } from '#server/db/locks.ts'
import { type OverdueQueue, overdueMinutes } from '#server/jobs/jobs.ts'

/** What a letter about an alarm says, and to whom. */
export interface AlarmLetter {
  alarmId: string
  email: string
  deviceId: string
  deviceName: string
  kind: AlarmKind
  detectedAt: Date
  place: Sighting | null
  numberToday: number | null
  lastActiveAt: Date | null
}

export type AlarmLettersStore = ReturnType<typeof createAlarmLettersStore>

/** The letters of alarms on their way. Each is claimed before it is sent, so that two workers never send the same. */
export function createAlarmLettersStore(database: Database) {
  /** The alarm, and its owner's account, which notes whether letters come back. */
  const heldFor = async (alarmId: string) => {
    const owners = await database
      .selectFrom('alarms')
      .innerJoin('devices', 'devices.id', 'alarms.device_id')
      .select('user_id')
      .where('alarms.id', '=', alarmId)
      .execute()
    return { accounts: owners.map(({ user_id }) => user_id), alarms: [alarmId] }
  }

  return {
    /** Claims a letter that is due: of those never tried the newest alarm's, else the one that waited longest; that of a low battery last. */
    async begin(now: Date, due: Due): Promise<AlarmLetter | null> {
      const newest = database
        .selectFrom('alarms')
        .select('id')
        .where(isDue(due, columns))
        .orderBy(canWait)
        .orderBy('letter_begun_at', (order) => order.asc().nullsFirst())
        .orderBy('detected_at', 'desc')
        .limit(1)
        .modifyEnd(skippingHeld('alarms'))
      const claimed = await database
        .updateTable('alarms')
        .set({ letter: 'SENDING', letter_begun_at: now, letter_ended_at: null })
        .where('id', '=', newest)
        .returning('id')
        .executeTakeFirst()
      return claimed === undefined ? null : read(database, claimed.id)
    },

    /** What became of handing it over, unless a report came first and knows more. Refused for good, it came back at once. */
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
        // Of what was taken it is open again whether the address is reached.
        if (state === 'SENT' || isBack) await noteReturn(transaction, ended, isBack ? now : null)
      })
    },

    /** Notes what a mail server reports of a letter. Null where there is none, or not any more. */
    async report(
      alarmId: string,
      actions: readonly DeliveryAction[],
      now: Date,
    ): Promise<{ before: LetterState; after: LetterState } | null> {
      return whileHolding(database, await heldFor(alarmId), async (transaction) => {
        const alarm = await transaction
          .selectFrom('alarms')
          .select(['device_id', 'letter', 'letter_begun_at'])
          .where('id', '=', alarmId)
          .where('letter_begun_at', 'is not', null)
          .executeTakeFirst()
        if (alarm === undefined) return null
        const [before, after] = [alarm.letter, letterAfter(alarm.letter, actions)]
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

    /** Alarms whose letter is due. */
    async due(due: Due): Promise<string[]> {
      const rows = await database.selectFrom('alarms').select('id').where(isDue(due, columns)).execute()
      return rows.map(({ id }) => id)
    },

    /** As a queue of jobs says it (`jobs.ts`): letters that no mail server takes, and those given up within a day. */
    async overdue(now: Date): Promise<OverdueQueue[]> {
      const late = new Date(now.getTime() - overdueMinutes * minuteMs)
      const aDayAgo = new Date(now.getTime() - 24 * 60 * minuteMs)
      const { waiting, failed } = await database
        .selectFrom('alarms')
        .select([
          sql<number>`(count(*) filter (where letter in ('QUEUED', 'SENDING')))::int`.as('waiting'),
          sql<number>`(count(*) filter (where letter = 'FAILED'))::int`.as('failed'),
        ])
        .where(
          sql<boolean>`letter in ('QUEUED', 'SENDING') and detected_at < ${late}
            or letter = 'FAILED' and letter_ended_at > ${aDayAgo}`,
        )
        .executeTakeFirstOrThrow()
      return waiting + failed === 0 ? [] : [{ queue: 'alarm-letters', waiting, failed }]
    },
  }
}

const minuteMs = 60_000

const columns = { state: 'letter', begunAt: 'letter_begun_at' }

/** Notes at the owner's account whether letters come back, unless this one went to an address that it no longer has. */
async function noteReturn(
  queries: Queries,
  letter: { device_id: string; letter_begun_at: Date | null },
  returnedAt: Date | null,
): Promise<void> {
  await queries
    .updateTable('users')
    .set({ email_returned_at: returnedAt })
    .where('id', '=', ({ selectFrom }) => selectFrom('devices').select('user_id').where('id', '=', letter.device_id))
    .where('email_verified_at', '<=', letter.letter_begun_at)
    .where(sql<boolean>`email_returned_at is distinct from ${returnedAt}`)
    .execute()
}

async function read(database: Database, alarmId: string): Promise<AlarmLetter> {
  const row = await database
    .selectFrom('alarms')
    .innerJoin('devices', 'devices.id', 'alarms.device_id')
    .innerJoin('device_inventory', 'device_inventory.imei', 'devices.imei')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select([
      'users.email',
      'devices.id as device_id',
      'devices.name',
      'kind',
      'detected_at',
      'number_today',
      'last_active_at',
    ])
    .select(['recorded_at', 'latitude', 'longitude', 'accuracy'])
    .where('alarms.id', '=', alarmId)
    .executeTakeFirstOrThrow()
  const { latitude, longitude, accuracy, recorded_at: recordedAt } = row
  const hasPlace = latitude !== null && longitude !== null && recordedAt !== null
  return {
    alarmId,
    email: row.email,
    deviceId: row.device_id,
    deviceName: row.name,
    kind: row.kind,
    detectedAt: row.detected_at,
    place: hasPlace ? { latitude, longitude, accuracy, recordedAt } : null,
    numberToday: row.number_today,
    lastActiveAt: row.last_active_at,
  }
}
