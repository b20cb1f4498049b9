import { sql } from 'kysely'
import * as z from 'zod'
import { webhooksServerLimits } from '#contract/webhooks/webhooks-limits.ts'
import type { DeliveryType, WebhookEvent } from '#contract/webhooks/webhooks.ts'
import type { Writing } from '#server/db/transactions/locks.ts'
import { addMessages, type MessageKind, type NewMessage } from './messages.ts'
import { emailName } from '#server/mail/email-name.ts'

/** A webhook, what is told, and the alarm or the test that it is about. */
const about = z.tuple([z.string(), z.string(), z.string()])

export const webhookDeliveryKind: MessageKind<z.output<typeof about>> = {
  name: 'webhook',
  about,
  isAlarm: false,
  triedHours: webhooksServerLimits.triedHours,
}

/** Something that programs may get. */
export interface WebhookOccurrence {
  event: WebhookEvent
  deviceId: string
  alarmId: string
  at: Date
}

/** Adds, in the transaction of what happened, a delivery to each webhook that its device's owner has made for it. */
export async function addWebhookEvents(writing: Writing, occurrences: readonly WebhookOccurrence[]): Promise<void> {
  if (occurrences.length === 0) return
  const deviceIds = [...new Set(occurrences.map(({ deviceId }) => deviceId))]
  const wanting = await writing
    .selectFrom('webhooks')
    .innerJoin('webhook_devices', 'webhook_devices.webhook_id', 'webhooks.id')
    .innerJoin('devices', (join) =>
      join.onRef('devices.id', '=', 'webhook_devices.device_id').onRef('devices.user_id', '=', 'webhooks.user_id'),
    )
    .select(['webhooks.id', 'webhooks.user_id', 'events', 'device_id'])
    .where(sql<boolean>`webhook_devices.device_id = any(${deviceIds}::text[])`)
    .where('paused', 'is', null)
    .execute()
  const messages = occurrences.flatMap(({ event, deviceId, alarmId, at }) =>
    wanting
      .filter(({ device_id: wanted, events }) => wanted === deviceId && events.includes(event))
      .map(({ id: webhookId, user_id: userId }) =>
        deliveryOf({ webhookId, userId, deviceId, type: event, subject: alarmId, at }),
      ),
  )
  await addMessages(writing, messages)
}

interface ToDeliver {
  webhookId: string
  userId: string
  /** Null: a test. */
  deviceId: string | null
  type: DeliveryType
  /** The alarm, or what makes a test unique. */
  subject: string
  at: Date
}

export function deliveryOf({ webhookId, userId, deviceId, type, subject, at }: ToDeliver): NewMessage {
  const key = [webhookId, type, subject] as const
  return {
    // Standard Webhooks: an id has no full stop, because that parts what is signed.
    id: emailName('webhook', ...key).replace('.', '_'),
    kind: webhookDeliveryKind.name,
    about: key,
    userId,
    deviceId,
    alarmId: null,
    number: null,
    channel: 'WEBHOOK',
    recipient: webhookId,
    address: null,
    words: null,
    rank: 0,
    dueAt: at,
  }
}
