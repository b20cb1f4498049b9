import type { PushState } from '#contract/alarms.ts'
import type { AlarmToPush } from './alarm-push.ts'
import type { Database } from '#server/db/database.ts'
import type { PushTarget } from '#server/push/pusher.ts'

/** An alarm on its way to one browser. */
export interface PushToSend {
  subscriptionId: string
  target: PushTarget
}

export type AlarmPushesStore = ReturnType<typeof createAlarmPushesStore>

/** Push messages of alarms on their way. Each is claimed before it is sent, as letters are. */
export function createAlarmPushesStore(database: Database) {
  return {
    /** Claims an alarm's messages that wait, or whose worker has been gone since before `lostBefore`. */
    async begin(
      alarmId: string,
      now: Date,
      lostBefore: Date,
    ): Promise<{ alarm: AlarmToPush; pushes: PushToSend[] } | null> {
      const claimed = await database
        .updateTable('alarm_pushes')
        .set({ state: 'SENDING', begun_at: now, ended_at: null })
        .where('alarm_id', '=', alarmId)
        .where((is) =>
          is.or([is('state', '=', 'QUEUED'), is.and([is('state', '=', 'SENDING'), is('begun_at', '<', lostBefore)])]),
        )
        .returning('subscription_id')
        .execute()
      const [first, ...more] = claimed.map((row) => row.subscription_id)
      if (first === undefined) return null
      const pushes = await readTargets(database, [first, ...more])
      const found = new Set(pushes.map(({ subscriptionId }) => subscriptionId))
      for (const id of [first, ...more]) if (!found.has(id)) await end(database, alarmId, id, 'GONE', now)
      return { alarm: await readAlarm(database, alarmId), pushes }
    },

    end: (alarmId: string, subscriptionId: string, state: PushState, now: Date): Promise<void> =>
      end(database, alarmId, subscriptionId, state, now),

    /** Forgets a browser whose push service says that it does not want messages any more. */
    async forget(subscriptionId: string): Promise<void> {
      await database.deleteFrom('push_subscriptions').where('id', '=', subscriptionId).execute()
    },

    /** Alarms with a message that was queued or begun before an instant, and has not been sent since. */
    async overdue(before: Date): Promise<string[]> {
      const rows = await database
        .selectFrom('alarm_pushes')
        .innerJoin('alarms', 'alarms.id', 'alarm_id')
        .select('alarm_id')
        .distinct()
        .where('state', 'in', ['QUEUED', 'SENDING'])
        .where((is) => is(is.fn.coalesce('begun_at', 'detected_at'), '<', before))
        .execute()
      return rows.map((row) => row.alarm_id)
    },
  }
}

async function end(database: Database, alarmId: string, subscriptionId: string, state: PushState, now: Date) {
  await database
    .updateTable('alarm_pushes')
    .set({ state, ended_at: now })
    .where('alarm_id', '=', alarmId)
    .where('subscription_id', '=', subscriptionId)
    .execute()
}

async function readTargets(database: Database, ids: [string, ...string[]]): Promise<PushToSend[]> {
  const rows = await database.selectFrom('push_subscriptions').selectAll().where('id', 'in', ids).execute()
  return rows.map((row) => ({
    subscriptionId: row.id,
    target: { endpoint: row.endpoint, publicKey: row.public_key, secret: row.secret },
  }))
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
