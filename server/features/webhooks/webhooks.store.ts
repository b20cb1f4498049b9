import { sql } from 'kysely'
import { hourMs } from '#contract/base/time-units.ts'
import { webhooksLimits } from '#contract/webhooks/webhooks-limits.ts'
import type { PauseReason, WebhookEntry, WebhookEvent } from '#contract/webhooks/webhooks.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { isSignedIn } from '#server/db/connection/live-session.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import { areOwned } from '#server/db/shared/owned-device.ts'
import { addMessages, stopMessages } from '#server/db/shared/messages.ts'
import { deliveryOf } from '#server/db/shared/webhook-events.ts'
import { inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { webhookMail } from './webhook-mail.ts'

export interface StoredWebhook {
  id: string
  userId: string
  url: string
  events: WebhookEvent[]
  places: boolean
  deviceIds: string[]
  createdAt: Date
  failingSince: Date | null
  paused: PauseReason | null
  formerSecretUntil: Date | null
}

export type NewWebhook = WebhookEntry & Pick<StoredWebhook, 'id' | 'userId' | 'createdAt'>

/** One of an account's, and when. */
interface Chosen {
  userId: string
  id: string
  at: Date
}

export type WebhooksStore = ReturnType<typeof createWebhooksStore>

/** Addresses to which owners have events sent. They go with the account. */
export function createWebhooksStore(database: Database, queue: Queue) {
  return {
    /** Newest first. */
    list: (userId: string): Promise<StoredWebhook[]> => webhooksOf(database, userId),

    /** Null if the user has no such webhook. */
    find: (userId: string, id: string): Promise<StoredWebhook | null> => findWebhook(database, userId, id),

    /** Whether all of these devices are the user's. */
    owns: (userId: string, deviceIds: readonly string[]): Promise<boolean> => areOwned(database, deviceIds, userId),

    /**
     * Its owner gets an e-mail. `full`: the account has as many as it may. `signed out`: the session has ended since the call was
     * admitted. `foreign`: a device is somebody else's by now.
     */
    add(
      webhook: NewWebhook,
      { sessionId, secret, most }: { sessionId: string; secret: string; most: number },
    ): Promise<StoredWebhook | 'full' | 'signed out' | 'foreign'> {
      const { id, userId, url, events, places, deviceIds, createdAt: at } = webhook
      return inTransaction(database, { accounts: [userId], devices: deviceIds }, async (transaction) => {
        if (!(await isSignedIn(transaction, sessionId))) return 'signed out'
        if (!(await areOwned(transaction, deviceIds, userId))) return 'foreign'
        if ((await webhooksOf(transaction, userId)).length >= most) return 'full'
        await transaction
          .insertInto('webhooks')
          .values({
            id,
            user_id: userId,
            url,
            events,
            places,
            secret,
            former_secret: null,
            former_secret_until: null,
            failing_since: null,
            paused: null,
            created_at: at,
          })
          .execute()
        await chooseDevices(transaction, id, deviceIds)
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'webhook-made', detail: hostOf(url), at })
        await queue.enqueue(transaction, webhookMail, { webhookId: id, what: 'made' })
        return { ...webhook, failingSince: null, paused: null, formerSecretUntil: null }
      })
    },

    /**
     * The secret stays. To another address goes only what happens from now on, whatever became of the former one; of that, and of places
     * that were not told before, its owner gets an e-mail. Null if the user has no such webhook. `signed out` and `foreign`: as of `add`.
     */
    change(
      { userId, id, at }: Chosen,
      { sessionId, url, events, places, deviceIds }: WebhookEntry & { sessionId: string },
    ): Promise<StoredWebhook | 'signed out' | 'foreign' | null> {
      return inTransaction(database, { accounts: [userId], devices: deviceIds }, async (transaction) => {
        if (!(await isSignedIn(transaction, sessionId))) return 'signed out'
        const found = await findWebhook(transaction, userId, id)
        if (found === null) return null
        if (!(await areOwned(transaction, deviceIds, userId))) return 'foreign'
        const isElsewhere = url !== found.url
        // A pause after new credentials goes on until its owner ends it.
        const health = { failing_since: null, paused: found.paused === 'CREDENTIALS' ? found.paused : null }
        await transaction
          .updateTable('webhooks')
          .set({ url, events, places, ...(isElsewhere && health) })
          .where('id', '=', id)
          .execute()
        await transaction.deleteFrom('webhook_devices').where('webhook_id', '=', id).execute()
        await chooseDevices(transaction, id, deviceIds)
        if (isElsewhere) await stopDeliveries(transaction, id, at)
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'webhook-changed', detail: hostOf(url), at })
        if (isElsewhere || (places && !found.places)) {
          await queue.enqueue(transaction, webhookMail, { webhookId: id, what: 'changed', at: at.toISOString() })
        }
        return findWebhook(transaction, userId, id)
      })
    },

    /** Adds an event by which its owner tries it. False if it is gone or paused. */
    addTest({ userId, id, at }: Chosen, testId: string): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const found = await findWebhook(transaction, userId, id)
        if (found === null || found.paused !== null) return false
        const test = { webhookId: id, userId, deviceId: null, type: 'test', subject: testId, at } as const
        await addMessages(transaction, [deliveryOf(test)])
        return true
      })
    },

    /** Null if the user has no such webhook. */
    resume({ userId, id, at }: Chosen): Promise<StoredWebhook | null> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const resumed = await transaction
          .updateTable('webhooks')
          .set({ paused: null, failing_since: null })
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .where('paused', 'is not', null)
          .returning('id')
          .executeTakeFirst()
        // What happened before is no event any more.
        if (resumed !== undefined) await stopDeliveries(transaction, id, at)
        return findWebhook(transaction, userId, id)
      })
    },

    /** The former secret signs for some hours, too. Null if the user has no such webhook. `signed out`: as of `add`. */
    renewSecret(
      { userId, id, at }: Chosen,
      { sessionId, secret }: { sessionId: string; secret: string },
    ): Promise<StoredWebhook | 'signed out' | null> {
      const until = new Date(at.getTime() + webhooksLimits.formerSecretHours * hourMs)
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        if (!(await isSignedIn(transaction, sessionId))) return 'signed out'
        const found = await findWebhook(transaction, userId, id)
        if (found === null) return null
        await transaction
          .updateTable('webhooks')
          .set({ former_secret: sql`secret`, former_secret_until: until, secret })
          .where('id', '=', id)
          .execute()
        const detail = hostOf(found.url)
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'webhook-secret-renewed', detail, at })
        return { ...found, formerSecretUntil: until }
      })
    },

    /** False if the user has no such webhook. */
    remove({ userId, id, at }: Chosen): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const removed = await transaction
          .deleteFrom('webhooks')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returning('url')
          .executeTakeFirst()
        if (removed === undefined) return false
        const detail = hostOf(removed.url)
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'webhook-removed', detail, at })
        return true
      })
    },
  }
}

function stopDeliveries(writing: Writing, id: string, at: Date): Promise<void> {
  return stopMessages(writing, sql`channel = 'WEBHOOK' and recipient = ${id}`, at)
}

async function chooseDevices(writing: Writing, id: string, deviceIds: readonly string[]): Promise<void> {
  const chosen = deviceIds.map((deviceId) => ({ webhook_id: id, device_id: deviceId }))
  await writing.insertInto('webhook_devices').values(chosen).execute()
}

/** The path of an address is often a secret. */
export function hostOf(url: string): string {
  return new URL(url).host
}

function webhooksOf(queries: Queries, userId: string): Promise<StoredWebhook[]> {
  return webhookRows(queries).where('user_id', '=', userId).orderBy('created_at', 'desc').orderBy('id').execute()
}

async function findWebhook(queries: Queries, userId: string, id: string): Promise<StoredWebhook | null> {
  const found = await webhookRows(queries).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  return found ?? null
}

function webhookRows(queries: Queries) {
  return queries
    .selectFrom('webhooks')
    .select(['id', 'user_id as userId', 'url', 'events', 'places', 'created_at as createdAt', 'paused'])
    .select(['failing_since as failingSince', 'former_secret_until as formerSecretUntil'])
    .select(
      sql<string[]>`array(
        select device_id from webhook_devices where webhook_id = webhooks.id order by device_id)`.as('deviceIds'),
    )
}
