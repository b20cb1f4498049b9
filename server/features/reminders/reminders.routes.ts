import { reminders } from '#contract/reminders/reminders.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Api } from '#server/http/api.ts'
import type { RemindersStore } from './reminders.store.ts'

export function registerRemindersRoutes(api: Api, { store, clock }: { store: RemindersStore; clock: Clock }): void {
  const wishes = async (userId: string) => ({ unwanted: await store.unwanted(userId) })
  api.on(reminders.wishes, ({ caller }) => wishes(caller.user.id))
  api.on(reminders.changeWishes, async ({ caller, body }) => {
    const { unwanted } = body
    if (unwanted !== undefined) await store.changeUnwanted(caller.user.id, [...new Set(unwanted)], clock.now())
    return wishes(caller.user.id)
  })
}
