import type { Foundations } from '#server/foundations.ts'
import type { Reach } from '#server/platform/outgoing/internet-address.ts'
import { createPusher, type Pusher, pushOutcomes } from '#server/push/pusher.ts'
import { newVapidKeys } from '#server/push/vapid.ts'
import { registerPushRoutes } from './push.routes.ts'
import { createPushService } from './push.service.ts'
import { createPushStore, type PushStore } from './push.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'newId' | 'api' | 'metrics'>

/** @param reach where push services may be. */
export async function buildPush(
  { settings, database, clock, newId, api, metrics }: Needs,
  { reach }: { reach: Reach },
): Promise<{ pusher: Pusher; store: PushStore }> {
  const store = createPushStore(database)
  const sender = createPusher({
    keys: await store.keys(newVapidKeys),
    subject: settings.PUBLIC_URL.startsWith('https:') ? settings.PUBLIC_URL : `mailto:${settings.SUPPORT_MAIL}`,
    clock,
    reach,
  })
  for (const outcome of pushOutcomes) metrics.count('wegwarte_pushes_total', { outcome }, 0)
  const pusher: Pusher = {
    ...sender,
    async send(target, message) {
      const outcome = await sender.send(target, message)
      metrics.count('wegwarte_pushes_total', { outcome })
      return outcome
    },
  }
  registerPushRoutes(api, createPushService({ store, pusher, clock, newId }))
  return { pusher, store }
}
