import { riding } from '#contract/riding.ts'
import type { World } from '#domain/demo/demo.ts'
import type { Api } from '#server/http/api.ts'
import type { RidingService } from './riding.service.ts'

export function registerRidingRoutes(api: Api, services: Record<World, RidingService>): void {
  api.on(riding.hazards, ({ caller, query, hasLeft }) =>
    services[caller.user.demo ? 'demo' : 'real'].hazards(query, hasLeft),
  )
}
