import { choiceOf, choiceOfPerson } from '#contract/messages/message-wishes.ts'
import { messages } from '#contract/messages/messages.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'
import type { InboxStore } from './inbox.store.ts'
import type { MessageWishesStore } from './message-wishes.store.ts'

interface Parts {
  inbox: InboxStore
  wishes: MessageWishesStore
  clock: Clock
}

export function registerMessagesRoutes(api: Api, { inbox, wishes, clock }: Parts): void {
  api.on(messages.list, ({ caller, query }) =>
    inbox.page(caller.user.id, { before: query.before ?? null, now: clock.now() }),
  )
  api.on(messages.wishes, ({ caller }) => wishes.wishes(caller.user.id, clock.now()))
  api.on(messages.changeWish, async ({ caller, device, params, body }) => {
    const isOwners = device.role === 'OWNER'
    const choice = isOwners ? choiceOf : choiceOfPerson
    if (choice(body.topic, body.channel) !== 'FREE') {
      throw new Problem('VALIDATION_ERROR', { fields: { channel: 'Das lässt sich nicht ändern.' } })
    }
    const change = isOwners ? wishes.changeWish : wishes.changeWishOfPerson
    const isTheirs = await change(caller.user.id, params.deviceId, body, clock.now())
    if (!isTheirs) throw new Problem('NOT_FOUND')
    return wishes.wishes(caller.user.id, clock.now())
  })
  api.on(messages.changeQuietHours, async ({ caller, body }) => {
    await wishes.changeQuietHours(caller.user.id, body.quietHours)
    return wishes.wishes(caller.user.id, clock.now())
  })
  api.on(messages.changeDigest, async ({ caller, body }) => {
    await wishes.changeDigest(caller.user.id, body.digestAt)
    return wishes.wishes(caller.user.id, clock.now())
  })
}
