import { sql } from 'kysely'
import { minuteMs } from '#contract/base/time-units.ts'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import type { DeliveryType } from '#contract/webhooks/webhooks.ts'
import { deliveryTypes } from '#contract/webhooks/webhooks.ts'
import { webhooksServerLimits } from '#contract/webhooks/webhooks-limits.ts'
import { webhookBody } from '#domain/webhooks/webhook-body.ts'
import { isLeftBehind, isPauseOver } from '#server/db/shared/messages.ts'
import { webhookDeliveryKind } from '#server/db/shared/webhook-events.ts'
import type { MailedLinks } from '#server/features/auth/mailed-links.ts'
import type { Messages, OwnLane } from '#server/features/messages/messages.jobs.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { DeliveryTarget, WebhookDeliveriesStore } from './webhook-deliveries.store.ts'
import { webhookChangedEmail, webhookMadeEmail, webhookPausedEmail } from './webhook-emails.ts'
import { webhookMail } from './webhook-mail.ts'
import type { PostToWebhook } from './webhook-post.ts'
import { hostOf } from './webhooks.store.ts'

interface Parts {
  store: WebhookDeliveriesStore
  post: PostToWebhook
  messages: Pick<Messages, 'webhook'>
  mailer: Pick<Mailer, 'send'>
  links: Pick<MailedLinks, 'wayOut'>
  clock: Clock
  publicUrl: string
}

/** Delivers events to webhooks, and tells owners that one was made or is paused. */
export function registerWebhooksJobs(jobs: Pick<Jobs, 'on'>, parts: Parts): void {
  const { store, post, messages, mailer, links, clock, publicUrl } = parts

  messages.webhook(
    webhookDeliveryKind,
    async ([webhookId, type, subject], { id, dueAt }) => {
      const target = await store.target(webhookId, clock.now())
      if (target === null || !isType(type)) return null
      if (target.paused !== null) return { unsent: 'STOPPED' }
      const body = await bodyOf(target, { webhookId, type, subject, at: dueAt })
      if (body === null) return null
      const httpStatus = await post(target, id, body, clock.now())
      const holding = { accounts: [target.userId] }
      const told = { id: webhookId, url: target.url, messageId: id }
      return {
        httpStatus,
        consequence: { holding, follow: (writing, _ending, now) => store.note(writing, told, httpStatus, now) },
      }
    },
    lane,
  )

  /** Null: there is nothing to tell any more. */
  const bodyOf = async (
    { userId, places }: DeliveryTarget,
    { webhookId, type, subject, at }: { webhookId: string; type: DeliveryType; subject: string; at: Date },
  ): Promise<string | null> => {
    if (type === 'test') return webhookBody({ type, at, places }, null)
    const alarm = await store.alarm(webhookId, userId, subject)
    return alarm && webhookBody({ type, at, places }, alarm)
  }

  jobs.on(webhookMail, async ({ webhookId, what, at }, id) => {
    const owner = await store.ownerOf(webhookId)
    if (owner === null) return
    const { userId, email, url, paused, places, createdAt } = owner
    const host = hostOf(url)
    if (what === 'made') {
      const way = await links.wayOut(userId, email, createdAt)
      await mailer.send(email, webhookMadeEmail({ host, places }, way), { id })
    } else if (what === 'changed') {
      const way = await links.wayOut(userId, email, at === undefined ? undefined : new Date(at))
      await mailer.send(email, webhookChangedEmail({ host, places }, way), { id })
    } else if (paused !== null && paused !== 'CREDENTIALS') {
      const profile = new URL('/profile', publicUrl).href
      await mailer.send(email, webhookPausedEmail({ host, reason: paused }, profile), { id })
    }
  })
}

function isType(type: string): type is DeliveryType {
  return deliveryTypes.some((known) => known === type)
}

/** One at a time goes to each webhook: an address that hangs holds up nobody else's. */
const lane: OwnLane = {
  name: 'messages-by-webhook',
  atOnce: webhooksServerLimits.atOnce,
  turns: {
    isDue: (now) => sql<boolean>`(${isWaiting(now)} and not exists (
      select from messages as other where other.channel = 'WEBHOOK' and other.recipient = messages.recipient
        and other.state = 'SENDING' and not ${isLeftBehind(now, 'other')} and other.id <> messages.id))`,
    // What was tried before does not delay what happens now.
    order: sql`begun_at nulls first, due_at, id`,
  },
}

function isWaiting(now: Date) {
  return sql<boolean>`(
    state = 'QUEUED' and ${isPauseOver(messagesServerLimits.longestPauseMinutes * minuteMs, now)} or ${isLeftBehind(now)})`
}
