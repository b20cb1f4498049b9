import type { Poi } from '#contract/pois.ts'
import type { Clock } from '#server/clock.ts'
import { createPreparedPois } from './prepared-pois.ts'
import { cursorAfter, type PoiQuery, readSearch } from './pois.search.ts'
import type { PoisStore } from './pois.store.ts'
import { Problem } from '#server/http/problem.ts'

export type PoisService = ReturnType<typeof createPoisService>

export function createPoisService({ store, clock }: { store: PoisStore; clock: Clock }) {
  const prepared = createPreparedPois({ store, clock })

  return {
    /** One page; the nearest first where a place is named. */
    async list(query: PoiQuery): Promise<{ pois: Poi[]; nextCursor: string | null }> {
      const search = readSearch(query)
      const found = await store.search({ ...search, limit: search.limit + 1 }, clock.now())
      const pois = found.slice(0, search.limit)
      const last = pois.at(-1)
      const hasMore = found.length > pois.length && last !== undefined
      return { pois, nextCursor: hasMore ? cursorAfter({ distance: last.distance ?? 0, id: last.id }) : null }
    },

    async find(id: string): Promise<Poi> {
      const poi = await store.find(id, clock.now())
      if (poi === null) throw new Problem('NOT_FOUND')
      return poi
    },

    /** All POIs but weather, as JSON. */
    all: () => prepared.current(),
  }
}
