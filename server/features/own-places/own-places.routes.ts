import { type OwnPlaceEntry, ownPlaces } from '#contract/own-places/own-places.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'
import { zoneHandlers, type ZoneParts } from '#server/http/zone-handlers.ts'
import type { OwnPlacesStore } from './own-places.store.ts'

export function registerOwnPlacesRoutes(api: Api, parts: ZoneParts<OwnPlacesStore>): void {
  const { list, create, change, remove } = zoneHandlers(parts, 'OWN_PLACE_LIMIT')
  /** A vehicle of somebody else is none that there is. */
  const areTheirs = async (userId: string, { watches = [] }: { watches?: OwnPlaceEntry['watches'] | undefined }) => {
    const named = watches.map(({ deviceId }) => deviceId)
    if (!(await parts.store.areOwned(userId, named))) throw new Problem('NOT_FOUND')
  }

  api.on(ownPlaces.list, list)
  api.on(ownPlaces.create, async (call) => {
    await areTheirs(call.caller.user.id, call.body)
    return create(call)
  })
  api.on(ownPlaces.change, async (call) => {
    await areTheirs(call.caller.user.id, call.body)
    return change(call)
  })
  api.on(ownPlaces.remove, remove)
}
