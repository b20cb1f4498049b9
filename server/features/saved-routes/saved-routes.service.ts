import type { Departure } from '#contract/route-check/route-check.ts'
import type { SavedRoute, SavedRouteChange, SavedRouteEntry } from '#contract/saved-routes/saved-routes.ts'
import { withChange } from '#domain/changes/with-change.ts'
import { departureMistake } from '#domain/route-check/departure.ts'
import { newsOf, type RouteNews, unknownOf } from '#domain/saved-routes/saved-routes.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { RouteCheckService } from '#server/features/route-check/route-check.service.ts'
import { Problem } from '#server/http/problem.ts'
import type { DepartingRoute, SavedRoutesStore, Seen, WholeRoute } from './saved-routes.store.ts'

interface Parts {
  store: SavedRoutesStore
  routeCheck: Pick<RouteCheckService, 'check'>
  clock: Clock
  newId(): string
}

/** What is new on a route since its owner has looked, and which sources are too old to say. */
export interface NewsOfRoute {
  news: RouteNews[]
  /** Of all that lies on it now. */
  known: string[]
  staleSources: string[]
}

export type SavedRoutesService = ReturnType<typeof createSavedRoutesService>

export function createSavedRoutesService({ store, routeCheck, clock, newId }: Parts) {
  /** A departure that is over is none: what lies on the route now counts. */
  const checked = (
    userId: string,
    route: Pick<SavedRouteEntry, 'pieces' | 'corridorMetres' | 'departure'>,
    hasLeft: AbortSignal,
  ) => {
    const { pieces, corridorMetres, departure } = route
    const isAhead = departure !== null && departureMistake(departure.at, clock.now()) === null
    return routeCheck.check(userId, { pieces, corridorMetres, ...(isAhead && { departure }) }, hasLeft)
  }
  const seenOn = async (...route: Parameters<typeof checked>): Promise<Seen> => {
    const found = await checked(...route)
    return { lengthMetres: found.lengthMetres, known: newsOf(found).map(({ key }) => key) }
  }
  const refuseMistake = (departure: Departure | null) => {
    const message = departure && departureMistake(departure.at, clock.now())
    if (message) throw new Problem('VALIDATION_ERROR', { message, fields: { departure: message } })
  }
  const find = async (userId: string, id: string): Promise<WholeRoute> => {
    const found = await store.find(userId, id)
    if (found === null) throw new Problem('NOT_FOUND')
    return found
  }

  return {
    async save(userId: string, entry: SavedRouteEntry, hasLeft: AbortSignal): Promise<SavedRoute> {
      refuseMistake(entry.departure)
      const seen = await seenOn(userId, entry, hasLeft)
      const saved = await store.save({ id: newId(), userId, entry, seen }, clock.now())
      if (saved === 'full') throw new Problem('SAVED_ROUTE_LIMIT')
      return saved
    },

    /** Opening a route checks it: what lies on it then is known. */
    async open(userId: string, id: string, hasLeft: AbortSignal): Promise<WholeRoute> {
      const found = await find(userId, id)
      const { known } = await seenOn(userId, { ...found.route, pieces: found.pieces }, hasLeft)
      await store.see(userId, id, known)
      return found
    },

    async change(userId: string, id: string, change: SavedRouteChange, hasLeft: AbortSignal): Promise<SavedRoute> {
      const { route, pieces } = await find(userId, id)
      const wanted = withChange(route, change)
      // A route of last week keeps its departure when it gets another name.
      if (wanted.departure?.at !== route.departure?.at) refuseMistake(wanted.departure)
      const { known } = await seenOn(userId, { ...wanted, pieces }, hasLeft)
      const changed = await store.change({ id, userId, change, known })
      if (changed === null) throw new Problem('NOT_FOUND')
      return changed
    },

    async news({ userId, route, pieces, known }: DepartingRoute): Promise<NewsOfRoute> {
      const found = await checked(userId, { ...route, pieces }, new AbortController().signal)
      const all = newsOf(found)
      return {
        news: unknownOf(all, known),
        known: all.map(({ key }) => key),
        staleSources: found.sources.filter(({ stale }) => stale).map(({ title }) => title),
      }
    },
  }
}
