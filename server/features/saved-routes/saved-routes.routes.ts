import { savedRoutes } from '#contract/saved-routes/saved-routes.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'
import type { SavedRoutesService } from './saved-routes.service.ts'
import type { SavedRoutesStore } from './saved-routes.store.ts'

interface Parts {
  store: SavedRoutesStore
  service: SavedRoutesService
}

export function registerSavedRoutesRoutes(api: Api, { store, service }: Parts): void {
  api.on(savedRoutes.list, async ({ caller }) => ({ routes: await store.list(caller.user.id) }))
  api.on(savedRoutes.save, ({ caller, body, hasLeft }) => service.save(caller.user.id, body, hasLeft))
  api.on(savedRoutes.open, ({ caller, params, hasLeft }) => service.open(caller.user.id, params.routeId, hasLeft))
  api.on(savedRoutes.change, ({ caller, params, body, hasLeft }) =>
    service.change(caller.user.id, params.routeId, body, hasLeft),
  )
  api.on(savedRoutes.remove, async ({ caller, params }) => {
    if (!(await store.remove(caller.user.id, params.routeId))) throw new Problem('NOT_FOUND')
    return {}
  })
}
