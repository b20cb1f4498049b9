import { reminders } from '#contract/reminders/reminders.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Api } from '#server/http/api.ts'
import type { MessageWishesStore } from '#server/features/messages/message-wishes.store.ts'

/** What pages of the version before ask: kinds of reminders that are not wanted of any vehicle. */
interface Parts {
  store: Pick<MessageWishesStore, 'unwantedReminders' | 'changeUnwantedReminders'>
  clock: Clock
}

export function registerRemindersRoutes(api: Api, { store, clock }: Parts): void {
  const wishes = async (userId: string) => ({ unwanted: await store.unwantedReminders(userId) })
  api.on(reminders.wishes, ({ caller }) => wishes(caller.user.id))
  api.on(reminders.changeWishes, async ({ caller, body }) => {
    const { unwanted } = body
    if (unwanted !== undefined) await store.changeUnwantedReminders(caller.user.id, unwanted, clock.now())
    return wishes(caller.user.id)
  })
}
