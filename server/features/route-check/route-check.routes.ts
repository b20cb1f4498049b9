import { routeCheck } from '#contract/route-check.ts'
import type { World } from '#domain/demo/demo.ts'
import type { RouteCheckService } from './route-check.service.ts'
import type { Router } from './router.ts'
import { type PlaceNames, withPlaceNames } from '#server/places/place-names.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'

/** @param router null: the operator has none. */
export function registerRouteCheckRoutes(
  api: Api,
  services: Record<World, RouteCheckService>,
  router: Router | null,
  placeNames: Pick<PlaceNames, 'namesOf'>,
): void {
  api.on(routeCheck.check, async ({ caller, body, hasLeft }) => {
    const route = await services[caller.user.demo ? 'demo' : 'real'].check(caller.user.id, body, hasLeft)
    const named = await withPlaceNames(
      route.items.map(({ poi }) => poi),
      placeNames,
    )
    return { ...route, items: route.items.map((item, index) => ({ ...item, poi: named[index] ?? item.poi })) }
  })
  api.on(routeCheck.roads, async ({ body, hasLeft }) => {
    if (router === null) throw new Problem('NOT_FOUND')
    return router(body.points, hasLeft)
  })
}
