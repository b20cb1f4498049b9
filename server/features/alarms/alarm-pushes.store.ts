import { sql } from 'kysely'
import type { AlarmKind, MovementEvidence, PushState } from '#contract/alarms.ts'
import { pushLimits } from '#contract/push-limits.ts'
import type { AlarmToPush } from './alarm-push.ts'
import { contactsFrom } from './chains.ts'
import { rank } from './due.ts'
import { type Due, isDue } from '#server/db/due.ts'
import type { Database } from '#server/db/database.ts'
import { skippingHeld } from '#server/db/locks.ts'
import type { PushTarget } from '#server/push/pusher.ts'

/** An alarm on its way to one browser. */
export interface PushToSend {
  alarm: AlarmToPush
  /** The vehicle's owner. */
  userId: string
  subscriptionId: string
  /** Null if its subscription has gone meanwhile. */
  target: PushTarget | null
}

export type AlarmPushesStore = ReturnType<typeof createAlarmPushesStore>

/** Push messages of alarms on their way. Each is claimed before it is sent, like e-mails. */
export function createAlarmPushesStore(database: Database) {
  return {
    /** Claims messages that are due, in the order of e-mails, as many as are sent together. */
    async begin(now: Date, due: Due): Promise<PushToSend[]> {
      const { rows } = await sql<ClaimedRow>`
        with newest as materialized (
          select alarm_id, subscription_id from alarm_pushes join alarms on alarms.id = alarm_id
          where ${isDue(due, columns)}
          order by ${rank}, begun_at nulls first, detected_at desc
          limit ${pushLimits.sentTogether} ${skippingHeld('alarm_pushes')}),
        claimed as (
          update alarm_pushes set state = 'SENDING', begun_at = ${now}, ended_at = null from newest
          where alarm_pushes.alarm_id = newest.alarm_id and alarm_pushes.subscription_id = newest.subscription_id
          returning alarm_pushes.alarm_id, alarm_pushes.subscription_id)
        select alarm_id, subscription_id, devices.user_id, device_id, name, kind, evidence, detected_at,
          coalesce(recorded_at, detected_at) as seen_at, ${contactsFrom} is not null as has_contacts, endpoint, public_key, secret
        from claimed
        join alarms on alarms.id = alarm_id
        join devices on devices.id = alarms.device_id
        left join push_subscriptions on push_subscriptions.id = subscription_id
        order by ${rank}, detected_at desc`.execute(database)
      return rows.map(pushOf)
    },

    end: (alarmId: string, subscriptionId: string, state: PushState, now: Date): Promise<void> =>
      end(database, alarmId, subscriptionId, state, now),

    /** Deletes a browser whose push service says that it no longer wants messages. */
    async forget(subscriptionId: string): Promise<void> {
      await database.deleteFrom('push_subscriptions').where('id', '=', subscriptionId).execute()
    },

    /** Alarms with a message that is due. */
    async due(due: Due): Promise<string[]> {
      const rows = await database
        .selectFrom('alarm_pushes')
        .select('alarm_id')
        .distinct()
        .where(isDue(due, columns))
        .execute()
      return rows.map((row) => row.alarm_id)
    },
  }
}

const columns = { state: 'state', begunAt: 'begun_at' }

async function end(database: Database, alarmId: string, subscriptionId: string, state: PushState, now: Date) {
  await database
    .updateTable('alarm_pushes')
    .set({ state, ended_at: now })
    .where('alarm_id', '=', alarmId)
    .where('subscription_id', '=', subscriptionId)
    .execute()
}

interface ClaimedRow {
  alarm_id: string
  subscription_id: string
  user_id: string
  device_id: string
  name: string
  kind: AlarmKind
  evidence: MovementEvidence | null
  detected_at: Date
  seen_at: Date
  has_contacts: boolean
  endpoint: string | null
  public_key: Buffer | null
  secret: Buffer | null
}

function pushOf(row: ClaimedRow): PushToSend {
  const { endpoint, public_key: publicKey, secret } = row
  return {
    alarm: {
      alarmId: row.alarm_id,
      deviceId: row.device_id,
      deviceName: row.name,
      kind: row.kind,
      evidence: row.evidence,
      detectedAt: row.detected_at,
      seenAt: row.seen_at,
      hasContacts: row.has_contacts,
    },
    userId: row.user_id,
    subscriptionId: row.subscription_id,
    target: endpoint === null || publicKey === null || secret === null ? null : { endpoint, publicKey, secret },
  }
}
