import type { AlarmKind } from '#contract/alarms/alarms.ts'
import { eventOfAlarm } from '#domain/webhooks/webhook-events.ts'
import { addWebhookEvents } from '#server/db/shared/webhook-events.ts'
import type { Writing } from '#server/db/transactions/locks.ts'

interface Raised {
  id: string
  deviceId: string
  kind: AlarmKind
  detectedAt: Date
}

/** Adds deliveries of alarms to the webhooks of their owners, in the transaction in which these are raised. */
export async function tellPrograms(writing: Writing, alarms: readonly Raised[]): Promise<void> {
  await addWebhookEvents(
    writing,
    alarms.map(({ id, deviceId, kind, detectedAt }) => ({
      event: eventOfAlarm(kind),
      deviceId,
      alarmId: id,
      at: detectedAt,
    })),
  )
}
