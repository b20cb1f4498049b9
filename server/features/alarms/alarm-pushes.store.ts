import { sql } from 'kysely'
import type { PushState } from '#contract/alarms.ts'
import { limits } from '#contract/limits.ts'
import type { Due } from './alarm-letters.store.ts'
import type { AlarmToPush } from './alarm-push.ts'
import type { Database } from '#server/db/database.ts'
import type { PushTarget } from '#server/push/pusher.ts'

/** An alarm on its way to one browser. */
export interface PushToSend {
  alarm: AlarmToPush
  subscriptionId: string
  /** Null where its subscription has gone meanwhile. */
  target: PushTarget | null
}

export type AlarmPushesStore = ReturnType<typeof createAlarmPushesStore>

/** Push messages of alarms on their way. Each is claimed before it is sent, as letters are. */
export function createAlarmPushesStore(database: Database) {
  return {
    /** Claims messages that are due, in the order of letters, as many as are sent together. */
    async begin(now: Date, due: Due): Promise<PushToSend[]> {
      const { rows } = await sql<{ alarm_id: string; subscription_id: string }>`
        with newest as materialized (
          select alarm_id, subscription_id from alarm_pushes join alarms on alarms.id = alarm_id
          where ${isDue(due)}
          order by begun_at nulls first, detected_at desc
          limit ${limits.push.sentTogether} for update of alarm_pushes skip locked)
        update alarm_pushes set state = 'SENDING', begun_at = ${now}, ended_at = null from newest
        where alarm_pushes.alarm_id = newest.alarm_id and alarm_pushes.subscription_id = newest.subscription_id
        returning alarm_pushes.alarm_id, alarm_pushes.subscription_id`.execute(database)
      return Promise.all(
        rows.map(async ({ alarm_id: alarmId, subscription_id: subscriptionId }) => ({
          alarm: await readAlarm(database, alarmId),
          subscriptionId,
          target: await readTarget(database, subscriptionId),
        })),
      )
    },

    end: (alarmId: string, subscriptionId: string, state: PushState, now: Date): Promise<void> =>
      end(database, alarmId, subscriptionId, state, now),

    /** Forgets a browser whose push service says that it does not want messages any more. */
    async forget(subscriptionId: string): Promise<void> {
      await database.deleteFrom('push_subscriptions').where('id', '=', subscriptionId).execute()
    },

    /** Alarms with a message that is due. */
    async due(due: Due): Promise<string[]> {
      const rows = await database.selectFrom('alarm_pushes').select('alarm_id').distinct().where(isDue(due)).execute()
      return rows.map((row) => row.alarm_id)
    },
  }
}

function isDue({ triedBefore, lostBefore }: Due) {
  return sql<boolean>`(
    state = 'QUEUED' and (begun_at is null or begun_at < ${triedBefore})
    or state = 'SENDING' and begun_at < ${lostBefore})`
}

async function end(database: Database, alarmId: string, subscriptionId: string, state: PushState, now: Date) {
  await database
    .updateTable('alarm_pushes')
    .set({ state, ended_at: now })
    .where('alarm_id', '=', alarmId)
    .where('subscription_id', '=', subscriptionId)
    .execute()
}

async function readTarget(database: Database, subscriptionId: string): Promise<PushTarget | null> {
  const row = await database
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'public_key as publicKey', 'secret'])
    .where('id', '=', subscriptionId)
    .executeTakeFirst()
  return row ?? null
}

async function readAlarm(database: Database, alarmId: string): Promise<AlarmToPush> {
  const row = await database
    .selectFrom('alarms')
    .innerJoin('devices', 'devices.id', 'alarms.device_id')
    .select(['name', 'kind', 'detected_at'])
    .where('alarms.id', '=', alarmId)
    .executeTakeFirstOrThrow()
  return { alarmId, deviceName: row.name, kind: row.kind, detectedAt: row.detected_at }
}
