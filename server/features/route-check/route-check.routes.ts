import { routeCheck } from '#contract/route-check.ts'
import type { World } from '#domain/demo/demo.ts'
import type { RouteCheckService } from './route-check.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerRouteCheckRoutes(api: Api, services: Record<World, RouteCheckService>): void {
  api.on(routeCheck.check, ({ caller, body, hasLeft }) =>
    services[caller.user.demo ? 'demo' : 'real'].check(caller.user.id, body, hasLeft),
  )
}
