import { type OwnPlaceEntry, ownPlaces } from '#contract/own-places/own-places.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { OwnPlacesStore } from './own-places.store.ts'

interface Parts {
  store: OwnPlacesStore
  clock: Clock
  newId(): string
}

export function registerOwnPlacesRoutes(api: Api, { store, clock, newId }: Parts): void {
  /** A vehicle of somebody else is none that there is. */
  const areTheirs = async (userId: string, { watches = [] }: { watches?: OwnPlaceEntry['watches'] | undefined }) => {
    const named = watches.map(({ deviceId }) => deviceId)
    if (!(await store.areOwned(userId, named))) throw new Problem('NOT_FOUND')
  }

  api.on(ownPlaces.list, async ({ caller }) => ({ zones: await store.list(caller.user.id) }))
  api.on(ownPlaces.create, async ({ caller, body }) => {
    await areTheirs(caller.user.id, body)
    const made = await store.create({ id: newId(), userId: caller.user.id, entry: body }, clock.now())
    if (made === 'full') throw new Problem('OWN_PLACE_LIMIT')
    return made
  })
  api.on(ownPlaces.change, async ({ caller, params, body }) => {
    await areTheirs(caller.user.id, body)
    const changed = await store.change({ id: params.zoneId, userId: caller.user.id, change: body }, clock.now())
    if (changed === null) throw new Problem('NOT_FOUND')
    return changed
  })
  api.on(ownPlaces.remove, async ({ caller, params }) => {
    if (!(await store.remove(caller.user.id, params.zoneId, clock.now()))) throw new Problem('NOT_FOUND')
    return {}
  })
}
