import { ownTours } from '#contract/own-tours/own-tours.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'
import type { OwnToursService } from './own-tours.service.ts'

export function registerOwnToursRoutes(api: Api, service: OwnToursService): void {
  api.on(ownTours.list, ({ caller, query }) => service.list(caller.user.id, query.before ?? null))
  api.on(ownTours.import, ({ caller, file, hasLeft }) => service.import(caller.user.id, file, hasLeft))
  api.on(ownTours.show, ({ caller, params }) => service.show(caller.user.id, params.tourId))
  api.on(ownTours.remove, async ({ caller, params }) => {
    if (!(await service.remove(caller.user.id, params.tourId))) throw new Problem('NOT_FOUND')
    return {}
  })
  api.on(ownTours.removeAll, async ({ caller }) => ({ removed: await service.removeAll(caller.user.id) }))
  api.on(ownTours.keepLonger, async ({ caller, body }) => {
    await service.keepLonger(caller.user.id, body.consentVersion)
    return {}
  })
  api.on(ownTours.withdrawConsent, async ({ caller }) => ({ removed: await service.withdraw(caller.user.id) }))
}
