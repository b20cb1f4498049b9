import { poisLimits } from '#contract/pois/pois-limits.ts'
import type { Poi, PoiCategory, PoiSource } from '#contract/pois/pois.ts'
import { kindredTypes, mergePois, reachMetres, mergedWith } from '#domain/pois/same-things.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { PoiPublication } from './poi-publication.ts'
import { cursorAfter, type PoiQuery, readSearch, readTile, type TileQuery } from './pois.list.ts'
import type { PoisStore } from './pois.store.ts'
import type { Prepared } from '#server/http/prepared.ts'
import { Problem } from '#server/http/problem.ts'

export type PoisService = ReturnType<typeof createPoisService>

interface Parts {
  store: PoisStore
  publication: PoiPublication
  clock: Clock
  /** The sources of the shown POIs. */
  sources: () => Promise<PoiSource[]>
}

export function createPoisService({ store, publication, clock, sources }: Parts) {
  return {
    /** One page; the nearest first if a place is given. A thing that several sources name comes once. */
    async list(query: PoiQuery): Promise<{ pois: Poi[]; nextCursor: string | null }> {
      const search = readSearch(query)
      const found = await store.search({ ...search, limit: search.limit + 1 }, clock.now())
      const page = found.slice(0, search.limit)
      const last = page.at(-1)
      const hasMore = found.length > page.length && last !== undefined
      return {
        pois: mergePois(page),
        nextCursor: hasMore ? cursorAfter({ distance: last.distance ?? 0, id: last.id }) : null,
      }
    },

    async find(id: string): Promise<Poi> {
      const poi = await store.find(id, clock.now())
      if (poi === null) throw new Problem('NOT_FOUND')
      const around = { latitude: poi.latitude, longitude: poi.longitude, radiusMetres: reachMetres(poi.poiType) }
      const limit = poisLimits.pageSize
      const near = await store.search(
        { boxes: null, around, types: kindredTypes(poi.poiType), limit, after: null },
        clock.now(),
      )
      return mergedWith(poi, near)
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
