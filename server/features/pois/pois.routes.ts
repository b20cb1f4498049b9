import { pois } from '#contract/pois.ts'
import type { PoisService } from './pois.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerPoisRoutes(api: Api, service: PoisService): void {
  api.on(pois.list, ({ query }) => service.list(query))
  api.on(pois.all, () => service.all())
  api.on(pois.show, async ({ params }) => ({ poi: await service.find(params.id) }))
}
