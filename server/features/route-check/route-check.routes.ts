import { routeCheck, type RouteItem } from '#contract/route-check/route-check.ts'
import type { World } from '#domain/demo/demo.ts'
import { spotsOfRoute, rankSpots, type RouteSpot } from '#domain/route-check/route-spots.ts'
import { checkedRouteJson } from './checked-route-json.ts'
import type { RouteCheckService } from './route-check.service.ts'
import type { Router } from './router.ts'
import { type PlaceNames, withPlaceNames } from '#server/places/place-names.ts'
import { type Api, JsonPieces } from '#server/http/api.ts'
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
    const places = spotsOfRoute(route.items)
    const { first } = rankSpots(places)
    const named = await withPlaceNames(
      route.items.map(({ poi }) => poi),
      placeNames,
      // Those that stand for a place before its others, whose names tell whether they lie on one road.
      [...new Set([first, places].flatMap(standing).map(({ poi }) => poi))],
    )
    const items = route.items.map((item, index) => ({ ...item, poi: named[index] ?? item.poi }))
    return new JsonPieces(checkedRouteJson({ ...route, items }))
  })
  api.on(routeCheck.roads, async ({ body, hasLeft }) => {
    if (router === null) throw new Problem('NOT_FOUND')
    return router(body.points, hasLeft)
  })
}

function standing(places: readonly RouteSpot[]): RouteItem[] {
  return [...places.map(({ item }) => item), ...places.flatMap(({ items }) => items)]
}
