import { worstFirst } from '#domain/pois/severity.ts'
import { type Poi, pois } from '#contract/pois/pois.ts'
import type { PoisService } from './pois.service.ts'
import type { World } from '#domain/demo/demo.ts'
import { type PlaceNames, withPlaceNames } from '#server/places/place-names.ts'
import type { Api } from '#server/http/api.ts'
import type { SignedIn } from '#server/http/caller.ts'

/** What one reader sees of the POIs that are the same for all. */
interface ForReader extends Pick<PlaceNames, 'namesOf'> {
  marked(pois: readonly Poi[], userId: string): Promise<Poi[]>
  /** The ids of POIs that they do not want to see in lists. */
  hiddenBy(userId: string): Promise<ReadonlySet<string>>
}

/** @param services one for each world: users of the demo world see nothing real, and the other way round. */
export function registerPoisRoutes(
  api: Api,
  services: Record<World, PoisService>,
  { marked, hiddenBy, namesOf }: ForReader,
): void {
  const of = ({ user }: SignedIn) => services[user.demo ? 'demo' : 'real']

  api.on(pois.list, async ({ caller, query }) => {
    const page = await of(caller).list(query)
    const hidden = await hiddenBy(caller.user.id)
    const seen = page.pois.filter(({ id }) => !hidden.has(id))
    const shown = await marked(seen, caller.user.id)
    return { ...page, pois: await withPlaceNames(shown, { namesOf }, worstFirst(shown)) }
  })
  api.on(pois.all, ({ caller }) => of(caller).all())
  api.on(pois.overview, ({ caller }) => of(caller).overview())
  api.on(pois.tile, ({ caller, params, query }) => of(caller).tile({ ...params, ...query }))
  api.on(pois.show, async ({ caller, params }) => {
    const poi = await of(caller).find(params.id)
    const [shown = poi] = await withPlaceNames(await marked([poi], caller.user.id), { namesOf })
    return { poi: shown }
  })
}
