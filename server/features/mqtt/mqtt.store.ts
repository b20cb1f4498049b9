import { sql } from 'kysely'
import { dayMs, hourMs, minuteMs, secondMs } from '#contract/base/time-units.ts'
import { helpKinds, theftKinds } from '#contract/alarms/alarms.ts'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import { processServerLimits } from '#contract/limits/process-limits.ts'
import { mqttLimits, mqttServerLimits } from '#contract/mqtt/mqtt-limits.ts'
import type { MqttFailure } from '#contract/mqtt/mqtt.ts'
import { pauseMinutes } from '#domain/messages/messages.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { isPauseOver } from '#server/db/shared/messages.ts'
import { isSignedIn } from '#server/db/connection/live-session.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import { areOwned } from '#server/db/shared/owned-device.ts'
import { inTransaction, skippingLocked } from '#server/db/transactions/locks.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { mqttMail } from './mqtt-mail.ts'
import type { Broker } from './mqtt-publish.ts'

export interface StoredBroker extends Broker {
  deviceIds: string[]
  publishedAt: Date | null
  failure: MqttFailure | null
  paused: boolean
}

/** One whose state is being published. */
export interface ClaimedBroker extends Broker {
  userId: string
  deviceIds: string[]
  begunAt: Date
}

export type MqttStore = ReturnType<typeof createMqttStore>

/** Brokers that keep the state of their owners' vehicles. The row says what was published: nothing waits in a queue. */
export function createMqttStore(database: Database, queue: Queue) {
  return {
    /** Null if there is none. */
    find: (userId: string): Promise<StoredBroker | null> => findBroker(database, userId),

    /** Whether all of these devices are the user's. */
    owns: (userId: string, deviceIds: readonly string[]): Promise<boolean> => areOwned(database, deviceIds, userId),

    /**
     * Enters it, or another in its place, and its owner gets an e-mail. `signed out`: the session has ended since the call was
     * admitted. `foreign`: a device is somebody else's by now.
     */
    save(
      { host, port, username, password, deviceIds }: Broker & { deviceIds: readonly string[] },
      { userId, sessionId, at }: { userId: string; sessionId: string; at: Date },
    ): Promise<StoredBroker | 'signed out' | 'foreign'> {
      return inTransaction(database, { accounts: [userId], devices: deviceIds }, async (transaction) => {
        if (!(await isSignedIn(transaction, sessionId))) return 'signed out'
        if (!(await areOwned(transaction, deviceIds, userId))) return 'foreign'
        await transaction.deleteFrom('mqtt_brokers').where('user_id', '=', userId).execute()
        const nothing = { begun_at: null, published_at: null, failure: null, retry_at: null }
        await transaction
          .insertInto('mqtt_brokers')
          .values({ user_id: userId, host, port, username, password, saved_at: at, ...nothing })
          .execute()
        await transaction
          .insertInto('mqtt_devices')
          .values(deviceIds.map((deviceId) => ({ user_id: userId, device_id: deviceId })))
          .execute()
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'mqtt-broker-saved', detail: host, at })
        await queue.enqueue(transaction, mqttMail, { userId })
        return {
          host,
          port,
          username,
          password,
          deviceIds: [...deviceIds],
          publishedAt: null,
          failure: null,
          paused: false,
        }
      })
    },

    /** False if there is none. */
    remove({ userId, at }: { userId: string; at: Date }): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const removed = await transaction
          .deleteFrom('mqtt_brokers')
          .where('user_id', '=', userId)
          .returning('host')
          .executeTakeFirst()
        if (removed === undefined) return false
        const { host: detail } = removed
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'mqtt-broker-removed', detail, at })
        return true
      })
    },

    /** Claims one whose vehicles have something new; null if there is none that is due. */
    async begin(now: Date): Promise<ClaimedBroker | null> {
      const ago = (ms: number) => new Date(now.getTime() - ms)
      const left = ago(messagesServerLimits.leaseMinutes * minuteMs)
      const ahead = new Date(now.getTime() + processServerLimits.ownClockAheadHours * hourMs)
      const rested = ago(mqttServerLimits.restSeconds * secondMs)
      const again = ago(mqttServerLimits.againMinutes * minuteMs)
      const { rows } = await sql<ClaimedBroker>`
        with next as materialized (
          select mqtt_brokers.user_id from mqtt_brokers join users on users.id = mqtt_brokers.user_id
          where not paused and disabled_at is null and (begun_at is null or begun_at < ${left} or begun_at > ${ahead})
            and ${isPauseOver(messagesServerLimits.longestPauseMinutes * minuteMs, now)}
            and (published_at is null or published_at < ${again} or published_at < ${rested} and ${isNew(ago(dayMs))})
          order by published_at nulls first limit 1 ${skippingLocked('mqtt_brokers')})
        update mqtt_brokers set begun_at = ${now} from next where mqtt_brokers.user_id = next.user_id
        returning mqtt_brokers.user_id as "userId", host, port, username, password, begun_at as "begunAt", array(
          select device_id from mqtt_devices join devices on devices.id = device_id
          where mqtt_devices.user_id = mqtt_brokers.user_id and devices.user_id = mqtt_brokers.user_id
          order by device_id) as "deviceIds"`.execute(database)
      return rows[0] ?? null
    },

    /** Notes what became of it, unless another try has begun, or another broker was entered, meanwhile. */
    async end({ userId, begunAt }: ClaimedBroker, failure: MqttFailure | null, now: Date): Promise<void> {
      const until = new Date(begunAt.getTime() - mqttServerLimits.overlapSeconds * secondMs)
      const row = await database
        .selectFrom('mqtt_brokers')
        .select('tries')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      const tries = (row?.tries ?? 0) + 1
      await database
        .updateTable('mqtt_brokers')
        .set(
          failure === null
            ? { begun_at: null, published_at: until, failure, tries: 0, retry_at: null }
            : { begun_at: null, failure, tries, retry_at: new Date(now.getTime() + pauseMinutes(tries) * minuteMs) },
        )
        .where('user_id', '=', userId)
        .where('begun_at', '=', begunAt)
        .execute()
    },

    /** Which of these devices have an alarm that nobody has seen. */
    async alarmed(deviceIds: readonly string[], now: Date): Promise<Set<string>> {
      const { rows } = await sql<{ id: string }>`
        select distinct device_id as id from alarms
        where device_id = any(${deviceIds}::text[]) and acknowledged_at is null
          and detected_at > ${new Date(now.getTime() - mqttLimits.alarmHours * hourMs)}
          and kind in (${sql.join([...helpKinds, ...theftKinds])})`.execute(database)
      return new Set(rows.map(({ id }) => id))
    },

    /** Whom to notify of it; null if it is gone. */
    async ownerOf(userId: string): Promise<{ email: string; host: string; savedAt: Date } | null> {
      const found = await database
        .selectFrom('mqtt_brokers')
        .innerJoin('users', 'users.id', 'mqtt_brokers.user_id')
        .select(['users.email', 'host', 'saved_at as savedAt'])
        .where('users.id', '=', userId)
        .executeTakeFirst()
      return found ?? null
    },
  }
}

/** A vehicle has reported, or an alarm of it was raised, seen or is shown no longer. */
function isNew(aDayAgo: Date) {
  return sql<boolean>`exists (
    select from mqtt_devices join devices on devices.id = mqtt_devices.device_id and devices.user_id = mqtt_devices.user_id
    join device_inventory on device_inventory.imei = devices.imei
    where mqtt_devices.user_id = mqtt_brokers.user_id and (
      device_inventory.last_active_at > published_at
      or exists (
        select from alarms where alarms.device_id = devices.id and detected_at > ${aDayAgo}
          and (detected_at > published_at or acknowledged_at > published_at))))`
}

async function findBroker(queries: Queries, userId: string): Promise<StoredBroker | null> {
  const found = await queries
    .selectFrom('mqtt_brokers')
    .select(['host', 'port', 'username', 'password', 'published_at as publishedAt', 'failure', 'paused'])
    .select(
      sql<string[]>`array(
        select device_id from mqtt_devices where mqtt_devices.user_id = mqtt_brokers.user_id order by device_id)`.as(
        'deviceIds',
      ),
    )
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found ?? null
}
