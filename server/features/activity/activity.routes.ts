import { activity } from '#contract/activity/activity.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Api } from '#server/http/api.ts'
import type { ActivityStore } from './activity.store.ts'

export function registerActivityRoutes(api: Api, { store, clock }: { store: ActivityStore; clock: Clock }): void {
  api.on(activity.list, ({ caller, query }) =>
    store.page(caller.user.id, { before: query.before ?? null, now: clock.now() }),
  )
}
