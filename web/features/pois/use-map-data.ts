import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import type { Instant, Place } from '#contract/base/place.ts'
import { ownPoiIdForm, poiExchange } from '#contract/poi-exchange/poi-exchange.ts'
import { type Poi, type PoiCategory, pois } from '#contract/pois/pois.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { poisLimits } from '#contract/pois/pois-limits.ts'
import { worstFirst } from '#domain/pois/severity.ts'
import { bboxOf } from '#domain/geo/bbox.ts'
import type { Box } from '#domain/geo/geo.ts'
import { call } from '#web/api/calls/call.ts'
import { type CallProblem, isCallProblem } from '#web/api/calls/call-problem.ts'
import { queryClient, queryKey } from '#web/api/queries/queries.ts'
import { everyMinute } from '#web/map/canvas/every-minute.ts'
import { useLiveEvents } from '#web/api/queries/use-live-events.ts'
import { clock } from '#web/browser/clock.ts'

export type Overview = Reply<typeof pois.overview> & { asOf: Instant }

/** How many POIs there are and how fresh their sources are; its version says when the map has to renew its tiles. */
export function useOverview() {
  const overview = useQuery<Overview, CallProblem>(
    {
      ...everyMinute,
      queryKey: queryKey(pois.overview),
      queryFn: async ({ signal }) => ({
        ...(await call(pois.overview, {}, { signal })),
        asOf: clock.now().toISOString(),
      }),
    },
    queryClient,
  )
  useLiveEvents((news) => {
    if (news.type === 'pois' && news.version !== overview.data?.version) void overview.refetch()
  })
  return overview
}

/** What the list shows: of these categories, in this box, or within a radius. */
export interface ListedArea {
  categories: readonly PoiCategory[]
  box: Box
  /** Measured from here. */
  centre: Place
  radiusKm: number | null
  /** Of the map's tiles: the list is renewed with them. */
  version: string | null
}

/**
 * POIs of an area, the nearest hundred first, and so on; of each hundred the worst first.
 * @param ready what the area is, is known: it is asked for once, not again with each thing that becomes known.
 */
export function usePoisInArea(area: ListedArea, ready: boolean) {
  const query = queryOf(area)
  return useInfiniteQuery<Reply<typeof pois.list>, CallProblem, Poi[], unknown[], string | null>(
    {
      queryKey: [...queryKey(pois.list, { query }), area.version],
      queryFn: ({ signal, pageParam }) =>
        call(pois.list, { query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
      initialPageParam: null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      // Of what is nearest the worst first; pages that are loaded already keep their place.
      select: ({ pages }) => pages.flatMap((page) => worstFirst(page.pois)),
      placeholderData: (previous) => previous,
      enabled: ready && area.categories.length > 0,
    },
    queryClient,
  )
}

function queryOf({ categories, box, centre, radiusKm }: ListedArea) {
  const fine = (degrees: number) => degrees.toFixed(5)
  return {
    near: [centre.latitude, centre.longitude].map(fine).join(),
    categories: categories.join(),
    limit: mapLimits.rankedPois,
    ...(radiusKm === null ? { bbox: bboxOf(box), radius: poisLimits.nearbyRadiusMetres } : { radius: radiusKm * 1000 }),
  }
}

/** The POIs of these ids, as far as they have arrived; `loading` while some are on their way. */
export function usePoisById(ids: readonly string[]): { pois: readonly Poi[]; loading: boolean } {
  return useQueries(
    {
      queries: ids.slice(0, mapLimits.listedPois).map((id) => ({
        queryKey: queryKey(shownBy(id), { params: { id } }),
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await call(shownBy(id), { params: { id } }, { signal })).poi,
      })),
      combine: (results) => ({
        // A POI that has ended meanwhile is no longer shown.
        pois: results.flatMap(({ data, error }) => (isGone(error) ? [] : (data ?? []))),
        loading: results.some(({ isPending }) => isPending),
      }),
    },
    queryClient,
  )
}

/** The endpoint that knows a POI: own POIs have a separate one, since nobody else may see them. */
function shownBy(id: string): typeof pois.show | typeof poiExchange.showOwn {
  return ownPoiIdForm.test(id) ? poiExchange.showOwn : pois.show
}

function isGone(error: Error | null): boolean {
  return isCallProblem(error) && error.code === 'NOT_FOUND'
}
