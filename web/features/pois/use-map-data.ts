import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import type { Instant, Place } from '#contract/place.ts'
import { ownPoiIdForm, poiExchange } from '#contract/poi-exchange.ts'
import { type Poi, type PoiCategory, pois } from '#contract/pois.ts'
import type { Reply } from '#contract/endpoint.ts'
import { type CurrentWarning, type DataStatus, dataStatuses, weather, type WeatherAreas } from '#contract/weather.ts'
import { bboxOf } from '#domain/bbox.ts'
import type { Box } from '#domain/geo.ts'
import { call, callWithHeaders } from '#web/api/call.ts'
import { type CallProblem, isCallProblem } from '#web/api/call-problem.ts'
import { queryKey } from '#web/api/queries.ts'
import { useLiveEvents } from '#web/api/use-live-events.ts'
import { clock } from '#web/kit/clock.ts'

/** Renewed every minute, but not while the tab is hidden; what is shown stays until something newer has come. */
const everyMinute = { refetchInterval: limits.map.refreshSeconds * 1000, refetchIntervalInBackground: false }

export type Overview = Reply<typeof pois.overview> & { asOf: Instant }

/** How many POIs there are and how fresh their sources are; its version says when the map has to renew its tiles. */
export function useOverview() {
  const overview = useQuery<Overview, CallProblem>({
    ...everyMinute,
    queryKey: queryKey(pois.overview),
    queryFn: async ({ signal }) => ({
      ...(await call(pois.overview, {}, { signal })),
      asOf: clock.now().toISOString(),
    }),
  })
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

/** POIs of an area, the nearest first, page by page. */
export function usePoisInArea(area: ListedArea) {
  const query = queryOf(area)
  return useInfiniteQuery<Reply<typeof pois.list>, CallProblem, Poi[], unknown[], string | null>({
    queryKey: [...queryKey(pois.list, { query }), area.version],
    queryFn: ({ signal, pageParam }) =>
      call(pois.list, { query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.pois),
    placeholderData: (previous) => previous,
    enabled: area.categories.length > 0,
  })
}

function queryOf({ categories, box, centre, radiusKm }: ListedArea) {
  const fine = (degrees: number) => degrees.toFixed(5)
  return {
    near: [centre.latitude, centre.longitude].map(fine).join(),
    categories: categories.join(),
    limit: limits.map.listedPois,
    ...(radiusKm === null
      ? { bbox: bboxOf(box), radius: limits.pois.nearbyRadiusMetres }
      : { radius: radiusKm * 1000 }),
  }
}

/** What another word about a POI changes. */
export const changedByReports = [pois.show, pois.list, pois.overview]

/** The POIs of these ids, as far as they have arrived; `loading` while some are on their way. */
export function usePoisById(ids: readonly string[]): { pois: readonly Poi[]; loading: boolean } {
  return useQueries({
    queries: ids.slice(0, limits.map.listedPois).map((id) => ({
      queryKey: queryKey(shownBy(id), { params: { id } }),
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call(shownBy(id), { params: { id } }, { signal })).poi,
    })),
    combine: (results) => ({
      // One that has ended meanwhile is not shown as it was.
      pois: results.flatMap(({ data, error }) => (isGone(error) ? [] : (data ?? []))),
      loading: results.some(({ isPending }) => isPending),
    }),
  })
}

/** Who knows of a POI: nobody else of one that the user brought along. */
function shownBy(id: string): typeof pois.show | typeof poiExchange.showOwn {
  return ownPoiIdForm.test(id) ? poiExchange.showOwn : pois.show
}

function isGone(error: Error | null): boolean {
  return isCallProblem(error) && error.code === 'NOT_FOUND'
}

export function useWeatherAreas() {
  return useQuery<WeatherAreas, CallProblem>({
    ...everyMinute,
    queryKey: queryKey(weather.areas),
    queryFn: ({ signal }) => call(weather.areas, {}, { signal }),
  })
}

export interface WarningsAsOf {
  warnings: CurrentWarning[]
  /** Tells "no warning" from "no data" (design, section 4). */
  status: DataStatus
  /** When the source was last asked with success; null where it never was. */
  asOf: Instant | null
}

export function useWarnings() {
  return useQuery<WarningsAsOf, CallProblem>({
    ...everyMinute,
    queryKey: [...queryKey(weather.currentWarnings), 'with status'],
    queryFn: async ({ signal }) => {
      const { reply, headers } = await callWithHeaders(weather.currentWarnings, {}, { signal })
      return { warnings: reply, status: statusOf(headers), asOf: headers.get('x-data-as-of') }
    },
  })
}

/** A list without a status may be empty for any reason: it is not called complete. */
function statusOf(headers: Headers): DataStatus {
  const told = headers.get('x-data-status')
  return dataStatuses.find((status) => status === told) ?? 'unavailable'
}
