import type { Foundations } from '#server/foundations.ts'
import type { MailedLinks } from '#server/features/auth/mailed-links.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { type Reach, whyUnreachable } from '#server/platform/outgoing/internet-address.ts'
import { createWebhookDeliveriesStore } from './webhook-deliveries.store.ts'
import { createPostToWebhook } from './webhook-post.ts'
import { registerWebhooksJobs } from './webhooks.jobs.ts'
import { registerWebhooksRoutes } from './webhooks.routes.ts'
import { createWebhooksService } from './webhooks.service.ts'
import { createWebhooksStore } from './webhooks.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'newId' | 'mailer' | 'jobs' | 'api'>

interface Neighbours {
  messages: Pick<Messages, 'webhook' | 'wake'>
  links: Pick<MailedLinks, 'wayOut'>
  /** Where webhooks may be. */
  reach: Reach
}

export function buildWebhooks(
  { settings, database, clock, newId, mailer, jobs, api }: Needs,
  { messages, links, reach }: Neighbours,
): void {
  const deliveries = createWebhookDeliveriesStore(database, jobs)
  const store = createWebhooksStore(database, jobs)
  registerWebhooksRoutes(
    api,
    createWebhooksService({
      store,
      deliveries,
      messages,
      whyUnreachable: (url) => whyUnreachable(url, reach),
      clock,
      newId,
    }),
  )
  const post = createPostToWebhook(reach)
  registerWebhooksJobs(jobs, {
    store: deliveries,
    post,
    messages,
    mailer,
    links,
    clock,
    publicUrl: settings.PUBLIC_URL,
  })
}
