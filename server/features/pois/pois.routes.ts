import { pois } from '#contract/pois.ts'
import type { PoisService } from './pois.service.ts'
import type { World } from '#domain/demo.ts'
import type { Api } from '#server/http/api.ts'
import type { SignedIn } from '#server/http/caller.ts'

/** @param services one for each world: who is in the demo world sees nothing real, and the other way round. */
export function registerPoisRoutes(api: Api, services: Record<World, PoisService>): void {
  const of = ({ user }: SignedIn) => services[user.demo ? 'demo' : 'real']

  api.on(pois.list, ({ caller, query }) => of(caller).list(query))
  api.on(pois.all, ({ caller }) => of(caller).all())
  api.on(pois.overview, ({ caller }) => of(caller).overview())
  api.on(pois.tile, ({ caller, params, query }) => of(caller).tile({ ...params, ...query }))
  api.on(pois.show, async ({ caller, params }) => ({ poi: await of(caller).find(params.id) }))
}
