import { pushLimits } from '#contract/push/push-limits.ts'
import type { PushAddress, PushSubscription } from '#contract/push/push.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { PushStore } from './push.store.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import { isReceiver } from '#server/push/encryption.ts'
import type { Pusher } from '#server/push/pusher.ts'

export type PushService = ReturnType<typeof createPushService>

/** Which browsers of an account get notifications of alarms. */
export function createPushService({
  store,
  pusher,
  clock,
  newId,
}: {
  store: PushStore
  pusher: Pusher
  clock: Clock
  newId: () => string
}) {
  const list = ({ user, sessionId }: SignedIn) => store.list(user.id, sessionId, clock.now())
  return {
    async list(caller: SignedIn): Promise<{ publicKey: string; subscriptions: PushSubscription[] }> {
      return { publicKey: pusher.publicKey, subscriptions: await list(caller) }
    },

    async subscribe(caller: SignedIn, { endpoint, keys }: PushAddress): Promise<PushSubscription> {
      const receiver = { publicKey: bytes(keys.p256dh), secret: bytes(keys.auth) }
      if (!pusher.accepts(endpoint) || !isReceiver(receiver)) throw new Problem('PUSH_ADDRESS_REFUSED')
      const id = newId()
      const target = { endpoint, ...receiver }
      const subscription = { id, userId: caller.user.id, sessionId: caller.sessionId, target, now: clock.now() }
      const outcome = await store.add(subscription, pushLimits.perUser)
      if (outcome === 'full') throw new Problem('PUSH_LIMIT_REACHED')
      if (outcome === 'gone') throw new Problem('UNAUTHORIZED')
      const added = (await list(caller)).find((one) => one.id === id)
      if (added === undefined) throw new Problem('UNAUTHORIZED')
      return added
    },

    async unsubscribe({ user }: SignedIn, id: string): Promise<void> {
      if (!(await store.remove(user.id, id))) throw new Problem('NOT_FOUND')
    },
  }
}

const bytes = (text: string) => Buffer.from(text, 'base64url')
