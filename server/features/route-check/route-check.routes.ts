import { routeCheck } from '#contract/route-check.ts'
import type { World } from '#domain/demo/demo.ts'
import type { HiddenPoisStore } from '#server/features/hidden-pois/hidden-pois.store.ts'
import type { RouteCheckService } from './route-check.service.ts'
import type { Api } from '#server/http/api.ts'

/** POIs that a user does not want to see. */
type HiddenPois = Pick<HiddenPoisStore, 'idsOf'>

export function registerRouteCheckRoutes(
  api: Api,
  services: Record<World, RouteCheckService>,
  hidden: HiddenPois,
): void {
  api.on(routeCheck.check, async ({ caller, body, hasLeft }) => {
    const checked = await services[caller.user.demo ? 'demo' : 'real'].check(body, hasLeft)
    const ids = await hidden.idsOf(caller.user.id)
    return { ...checked, items: checked.items.filter(({ poi }) => !ids.has(poi.id)) }
  })
}
