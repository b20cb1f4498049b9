import type { PushStore } from '#server/features/push/push.store.ts'
import type { Foundations } from '#server/foundations.ts'
import type { OverdueQueue } from '#server/jobs/overdue-work.ts'
import { untilNextLook } from '#server/mail/sending-round.ts'
import type { Pusher } from '#server/push/pusher.ts'
import { createDigestsStore } from './digests.store.ts'
import { createInboxStore } from './inbox.store.ts'
import { createMessageWishesStore, type MessageWishesStore } from './message-wishes.store.ts'
import { createMessages, type Messages } from './messages.jobs.ts'
import { registerMessagesRoutes } from './messages.routes.ts'
import { createMessagesStore, type MessagesStore } from './messages.store.ts'

type Needs = Pick<
  Foundations,
  'settings' | 'database' | 'clock' | 'api' | 'mailer' | 'phone' | 'jobs' | 'metrics' | 'log' | 'onClose'
>

type MessagesFeature = Messages &
  Pick<MessagesStore, 'report'> & { wishes: MessageWishesStore; overdue(): Promise<OverdueQueue[]> }

export function buildMessages(
  { settings, database, clock, api, mailer, phone, jobs, metrics, log, onClose }: Needs,
  { push }: { push: { pusher: Pusher; store: Pick<PushStore, 'remove'> } },
): MessagesFeature {
  const store = createMessagesStore(database)
  const wishes = createMessageWishesStore(database)
  registerMessagesRoutes(api, { inbox: createInboxStore(database), wishes, clock })
  const messages = createMessages({
    jobs,
    store,
    digests: createDigestsStore(database),
    publicUrl: settings.PUBLIC_URL,
    mailer,
    pusher: push.pusher,
    phone,
    browsers: push.store,
    clock,
    metrics,
    log,
  })
  // Those that were dropped are noted to wait; those that a server has the whole of are left to their lease.
  onClose(() => untilNextLook(messages.settled()))
  return { ...messages, wishes, report: store.report, overdue: () => store.overdue(clock.now()) }
}
