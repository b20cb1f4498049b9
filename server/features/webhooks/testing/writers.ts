import type { Database } from '#server/db/connection/database.ts'
import { days, first, now, type WorldPart } from '#server/db/testing/writer.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { createWebhookDeliveriesStore } from '#server/features/webhooks/webhook-deliveries.store.ts'
import { createWebhooksStore } from '#server/features/webhooks/webhooks.store.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'

const storeOf = (on: Database) => createWebhooksStore(on, noQueue)
const homeUrl = 'https://home.example.org/hook'
const one = { userId: 'anna', id: 'webhook', at: now }

export const webhooksWriters: WorldPart = {
  put: (database) => addWebhook(database, 'webhook'),

  writers: [
    { name: 'a webhook made', isOwners: true, write: addWebhook },
    {
      name: 'a webhook changed',
      isOwners: true,
      write: (on) =>
        storeOf(on).change(one, {
          url: 'https://other.example.org/hook',
          events: ['battery.low'],
          places: false,
          deviceIds: [first],
          sessionId: 'session-anna',
        }),
    },
    { name: 'a test of a webhook', write: (on, id) => storeOf(on).addTest(one, id) },
    {
      name: 'a webhook resumed',
      prepare: (on) => on.updateTable('webhooks').set({ paused: 'GONE' }).where('id', '=', 'webhook').execute(),
      write: (on) => storeOf(on).resume(one),
    },
    {
      name: 'another secret of a webhook',
      write: (on, id) => storeOf(on).renewSecret(one, { sessionId: 'session-anna', secret: id }),
    },
    { name: 'a webhook removed', write: (on) => storeOf(on).remove(one) },
    {
      name: 'a delivery noted',
      write: (on) =>
        inTransaction(on, { accounts: ['anna'] }, (writing) =>
          createWebhookDeliveriesStore(on, noQueue).note(
            writing,
            { id: 'webhook', url: homeUrl, messageId: 'any' },
            null,
            days(1),
          ),
        ),
    },
  ],
}

function addWebhook(on: Database, id: string) {
  const webhook = { id, userId: 'anna', url: homeUrl, places: true, createdAt: now }
  return storeOf(on).add(
    { ...webhook, events: ['alarm.raised', 'alarm.answered'], deviceIds: [first] },
    { sessionId: 'session-anna', secret: id, most: 10 },
  )
}
