import { riding } from '#contract/riding.ts'
import type { World } from '#domain/demo/demo.ts'
import type { Api } from '#server/http/api.ts'
import type { HiddenPoisStore } from '#server/features/hidden-pois/hidden-pois.store.ts'
import type { RidingService } from './riding.service.ts'

/** POIs that a user does not want to be warned of. */
type HiddenPois = Pick<HiddenPoisStore, 'idsOf'>

export function registerRidingRoutes(api: Api, services: Record<World, RidingService>, hidden: HiddenPois): void {
  api.on(riding.hazards, async ({ caller, query, hasLeft }) => {
    const answer = await services[caller.user.demo ? 'demo' : 'real'].hazards(query, hasLeft)
    const ids = await hidden.idsOf(caller.user.id)
    return { ...answer, hazards: answer.hazards.filter(({ id }) => !ids.has(id)) }
  })
}
