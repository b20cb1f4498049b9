import type { Poi, PoiCategory, PoiSource } from '#contract/pois.ts'
import type { Clock } from '#server/clock.ts'
import type { PoiPublication } from './poi-publication.ts'
import { cursorAfter, type PoiQuery, readSearch, readTile, type TileQuery } from './pois.search.ts'
import type { PoisStore } from './pois.store.ts'
import type { Prepared } from '#server/http/prepared.ts'
import { Problem } from '#server/http/problem.ts'

export type PoisService = ReturnType<typeof createPoisService>

interface Parts {
  store: PoisStore
  publication: PoiPublication
  clock: Clock
  /** Where what is shown comes from. */
  sources: () => Promise<PoiSource[]>
}

export function createPoisService({ store, publication, clock, sources }: Parts) {
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
    async all(): Promise<Prepared> {
      return (await publication.shown()).list
    },

    async overview(): Promise<{ version: string; counts: Record<PoiCategory, number>; sources: PoiSource[] }> {
      const { tag, counts } = await publication.shown()
      return { version: tag, counts, sources: await sources() }
    },

    async tile(query: TileQuery): Promise<Prepared> {
      const { address, categories } = readTile(query)
      return (await publication.shown()).tile(address, categories)
    },
  }
}
