import { sql } from 'kysely'
import { webhooksLimits } from '#contract/webhooks/webhooks-limits.ts'
import type { AlarmKind } from '#contract/alarms/alarms.ts'
import type { DeliveryType, PauseReason } from '#contract/webhooks/webhooks.ts'
import type { MessageState } from '#domain/messages/messages.ts'
import { healthAfter } from '#domain/webhooks/failing.ts'
import type { ToldAlarm } from '#domain/webhooks/webhook-body.ts'
import type { Database } from '#server/db/connection/database.ts'
import { stopMessages } from '#server/db/shared/messages.ts'
import type { Writing } from '#server/db/transactions/locks.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { webhookMail } from './webhook-mail.ts'

/** Where a delivery goes, and with which secrets it is signed: the present one first. */
export interface DeliveryTarget {
  userId: string
  url: string
  places: boolean
  paused: PauseReason | null
  secrets: string[]
}

/** One of the log. */
export interface LoggedDelivery {
  type: DeliveryType
  at: Date
  state: MessageState
  tries: number
  httpStatus: number | null
  retryAt: Date | null
}

export type WebhookDeliveriesStore = ReturnType<typeof createWebhookDeliveriesStore>

/** What goes to webhooks: what they are told is read when it is sent, and nothing of it is kept. */
export function createWebhookDeliveriesStore(database: Database, queue: Queue) {
  return {
    /** Null if the webhook is gone, or its account is disabled. */
    async target(id: string, now: Date): Promise<DeliveryTarget | null> {
      const row = await database
        .selectFrom('webhooks')
        .innerJoin('users', 'users.id', 'webhooks.user_id')
        .select(['user_id', 'url', 'places', 'paused', 'secret', 'former_secret', 'former_secret_until'])
        .where('webhooks.id', '=', id)
        .where('disabled_at', 'is', null)
        .executeTakeFirst()
      if (row === undefined) return null
      const { user_id: userId, url, places, paused, secret, former_secret: former, former_secret_until: until } = row
      const isBoth = former !== null && until !== null && until > now
      return { userId, url, places, paused, secrets: isBoth ? [secret, former] : [secret] }
    },

    /** Null if the alarm is gone, or its device is not this user's and chosen for this webhook any more. */
    async alarm(webhookId: string, userId: string, alarmId: string): Promise<ToldAlarm | null> {
      const { rows } = await sql<AlarmRow>`
        select alarms.id, kind, detected_at, acknowledged_at, alarms.device_id, devices.name, alarms.latitude, alarms.longitude,
          alarms.accuracy, alarms.recorded_at
        from alarms join devices on devices.id = alarms.device_id
        join webhook_devices on webhook_devices.device_id = devices.id and webhook_id = ${webhookId}
        where alarms.id = ${alarmId} and devices.user_id = ${userId}`.execute(database)
      const [row] = rows
      if (row === undefined) return null
      const { latitude, longitude, accuracy, recorded_at: recordedAt } = row
      return {
        id: row.id,
        kind: row.kind,
        detectedAt: row.detected_at,
        acknowledgedAt: row.acknowledged_at,
        deviceId: row.device_id,
        deviceName: row.name,
        place:
          latitude === null || longitude === null || recordedAt === null
            ? null
            : { latitude, longitude, accuracy, recordedAt },
      }
    },

    /**
     * What follows from a try, while the account is held: it may pause the webhook, of which its owner is told. If it has another
     * address by now, the event ends: it was for the former one.
     */
    async note(
      writing: Writing,
      { id, url, messageId }: { id: string; url: string; messageId: string },
      httpStatus: number | null,
      now: Date,
    ): Promise<void> {
      const row = await writing
        .selectFrom('webhooks')
        .select(['failing_since', 'paused'])
        .where('id', '=', id)
        .where('url', '=', url)
        .executeTakeFirst()
      if (row === undefined) return stopMessages(writing, sql`id = ${messageId}`, now)
      if (row.paused !== null) return
      const { failingSince, paused } = healthAfter({ failingSince: row.failing_since }, httpStatus, now)
      if (failingSince?.getTime() === row.failing_since?.getTime() && paused === null) return
      await writing.updateTable('webhooks').set({ failing_since: failingSince, paused }).where('id', '=', id).execute()
      if (paused !== null) await queue.enqueue(writing, webhookMail, { webhookId: id, what: 'paused' })
    },

    /** Newest first. */
    async log(webhookId: string): Promise<LoggedDelivery[]> {
      const { rows } = await sql<LoggedDelivery>`
        select about[2] as type, due_at as at, state, tries, http_status as "httpStatus", retry_at as "retryAt"
        from messages where channel = 'WEBHOOK' and recipient = ${webhookId}
        order by due_at desc, id limit ${webhooksLimits.shownDeliveries}`.execute(database)
      return rows
    },

    /** Whom to notify of a webhook; null if it is gone. */
    async ownerOf(id: string): Promise<WebhookOwner | null> {
      const found = await database
        .selectFrom('webhooks')
        .innerJoin('users', 'users.id', 'webhooks.user_id')
        .select(['users.id as userId', 'users.email', 'url', 'paused', 'places', 'webhooks.created_at as createdAt'])
        .where('webhooks.id', '=', id)
        .executeTakeFirst()
      return found ?? null
    },
  }
}

export interface WebhookOwner {
  userId: string
  email: string
  url: string
  paused: PauseReason | null
  places: boolean
  createdAt: Date
}

interface AlarmRow {
  id: string
  kind: AlarmKind
  detected_at: Date
  acknowledged_at: Date | null
  device_id: string
  name: string
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  recorded_at: Date | null
}
