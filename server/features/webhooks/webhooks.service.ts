import type { Unreachable } from '#server/platform/outgoing/internet-address.ts'
import { webhooksLimits } from '#contract/webhooks/webhooks-limits.ts'
import type { DeliveryState, Webhook, WebhookDelivery, WebhookEntry } from '#contract/webhooks/webhooks.ts'
import type { MessageState } from '#domain/messages/messages.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import type { Clock } from '#server/platform/clock.ts'
import { newWebhookSecret } from '#server/platform/outgoing/webhook-signature.ts'
import type { LoggedDelivery, WebhookDeliveriesStore } from './webhook-deliveries.store.ts'
import type { StoredWebhook, WebhooksStore } from './webhooks.store.ts'

export type WebhooksService = ReturnType<typeof createWebhooksService>

interface Parts {
  store: WebhooksStore
  deliveries: Pick<WebhookDeliveriesStore, 'log'>
  messages: Pick<Messages, 'wake'>
  /** Why an address may not be called; null: it may. */
  whyUnreachable(url: string): Promise<Unreachable | null>
  clock: Clock
  newId(): string
}

/** Which programs get events, and whether they take them. */
export function createWebhooksService({ store, deliveries, messages, whyUnreachable, clock, newId }: Parts) {
  const existing = async (userId: string, id: string): Promise<StoredWebhook> => {
    const found = await store.find(userId, id)
    if (found === null) throw new Problem('NOT_FOUND')
    return found
  }
  /**
   * What its owner entered, each once, if it may be.
   * @param known an address that it has already: that is checked with each delivery, and may be away just now.
   */
  const checked = async (
    userId: string,
    { url, events, places, deviceIds: chosen }: WebhookEntry,
    known: string | null = null,
  ): Promise<WebhookEntry> => {
    const deviceIds = [...new Set(chosen)]
    if (!(await store.owns(userId, deviceIds))) throw new Problem('FORBIDDEN')
    const reason = url === known ? null : await whyUnreachable(url)
    if (reason !== null) throw new Problem(problemOf[reason])
    return { url, events: [...new Set(events)], places, deviceIds }
  }
  return {
    list: async (userId: string): Promise<Webhook[]> => (await store.list(userId)).map(webhookOf),

    /** The secret is returned only this once. */
    async make({ user, sessionId }: SignedIn, entered: WebhookEntry): Promise<{ webhook: Webhook; secret: string }> {
      const entry = await checked(user.id, entered)
      const secret = newWebhookSecret()
      const made = await store.add(
        { ...entry, id: newId(), userId: user.id, createdAt: clock.now() },
        { sessionId, secret, most: webhooksLimits.perAccount },
      )
      if (made === 'signed out') throw new Problem('UNAUTHORIZED')
      if (made === 'foreign') throw new Problem('FORBIDDEN')
      if (made === 'full') throw new Problem('WEBHOOK_LIMIT')
      return { webhook: webhookOf(made), secret }
    },

    async change({ user, sessionId }: SignedIn, id: string, entered: WebhookEntry): Promise<Webhook> {
      const { url } = await existing(user.id, id)
      const entry = await checked(user.id, entered, url)
      const changed = await store.change({ userId: user.id, id, at: clock.now() }, { sessionId, ...entry })
      if (changed === 'signed out') throw new Problem('UNAUTHORIZED')
      if (changed === 'foreign') throw new Problem('FORBIDDEN')
      if (changed === null) throw new Problem('NOT_FOUND')
      return webhookOf(changed)
    },

    async deliveries(userId: string, id: string): Promise<WebhookDelivery[]> {
      await existing(userId, id)
      return (await deliveries.log(id)).map(deliveryOf)
    },

    async test(userId: string, id: string): Promise<void> {
      await existing(userId, id)
      if (!(await store.addTest({ userId, id, at: clock.now() }, newId()))) throw new Problem('WEBHOOK_PAUSED')
      await messages.wake()
    },

    async resume(userId: string, id: string): Promise<Webhook> {
      const resumed = await store.resume({ userId, id, at: clock.now() })
      if (resumed === null) throw new Problem('NOT_FOUND')
      return webhookOf(resumed)
    },

    async renewSecret({ user, sessionId }: SignedIn, id: string): Promise<{ webhook: Webhook; secret: string }> {
      const secret = newWebhookSecret()
      const renewed = await store.renewSecret({ userId: user.id, id, at: clock.now() }, { sessionId, secret })
      if (renewed === 'signed out') throw new Problem('UNAUTHORIZED')
      if (renewed === null) throw new Problem('NOT_FOUND')
      return { webhook: webhookOf(renewed), secret }
    },

    async remove(userId: string, id: string): Promise<void> {
      if (!(await store.remove({ userId, id, at: clock.now() }))) throw new Problem('NOT_FOUND')
    },
  }
}

const problemOf = { form: 'WEBHOOK_ADDRESS', private: 'ADDRESS_PRIVATE', unknown: 'ADDRESS_UNKNOWN' } as const

function webhookOf({ userId: _owner, createdAt, failingSince, formerSecretUntil, ...webhook }: StoredWebhook): Webhook {
  return {
    ...webhook,
    createdAt: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
    formerSecretUntil: formerSecretUntil?.toISOString() ?? null,
  }
}

const shownAs: Partial<Record<MessageState, DeliveryState>> = {
  QUEUED: 'WAITING',
  SENDING: 'WAITING',
  SENT: 'DELIVERED',
  STOPPED: 'STOPPED',
}

function deliveryOf({ type, at, state, tries, httpStatus, retryAt }: LoggedDelivery): WebhookDelivery {
  const nextAt = retryAt?.toISOString() ?? null
  return { type, at: at.toISOString(), state: shownAs[state] ?? 'FAILED', tries, status: httpStatus, nextAt }
}
