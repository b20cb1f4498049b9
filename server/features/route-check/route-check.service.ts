import type * as z from 'zod'
import { poisLimits } from '#contract/pois/pois-limits.ts'
import { type Poi, poiCategories, type PoiSource } from '#contract/pois/pois.ts'
import { routeCheckLimits, routeCheckServerLimits } from '#contract/route-check/route-check-limits.ts'
import type { CheckedRoute, routeCheck, RouteItem } from '#contract/route-check/route-check.ts'
import type { Box } from '#domain/geo/geo.ts'
import { typesOf } from '#domain/pois/pois.ts'
import { departureMistake } from '#domain/route-check/departure.ts'
import type { WarnedSamples } from '#domain/route-check/route-search.ts'
import type { RoutePoint } from '#domain/route-check/route.ts'
import { shownRegion } from '#domain/weather/weather.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { RouteCheckStore } from './route-check.store.ts'
import type { RouteThreads } from './route-threads.ts'
import type { HiddenPoisStore } from '#server/features/hidden-pois/hidden-pois.store.ts'
import type { PoiReportsService } from '#server/features/poi-reports/poi-reports.service.ts'
import type { PoiPosition, PoisStore } from '#server/features/pois/pois.store.ts'
import type { WeatherStore } from '#server/features/weather/weather.store.ts'
import { Problem } from '#server/http/problem.ts'
import { portionsOf } from '#server/platform/portions-of.ts'

type Route = z.output<typeof routeCheck.check.body>

interface Parts {
  store: RouteCheckStore
  pois: Pick<PoisStore, 'search'>
  weather: Pick<WeatherStore, 'inForce'>
  /** POIs that a user does not want to see. */
  hidden: Pick<HiddenPoisStore, 'idsOf'>
  /** What others doubt, and what is the user's own: as on the map. */
  reports: Pick<PoiReportsService, 'marked'>
  /** How fresh the data of each source are. */
  sources: () => Promise<PoiSource[]>
  threads: Pick<RouteThreads, 'search'>
  clock: Clock
}

export type RouteCheckService = ReturnType<typeof createRouteCheckService>

/**
 * What lies along a route. It is calculated in a thread of its own, and the database is asked for a few kilometres, or a few
 * hundred points, at a time: so other work gets its turn (design, section 5.10). The check ends when the caller has left. The
 * route is not stored.
 */
export function createRouteCheckService({ store, pois, weather, hidden, reports, sources, threads, clock }: Parts) {
  return {
    async check(
      userId: string,
      { pieces, corridorMetres, departure }: Route,
      hasLeft: AbortSignal,
    ): Promise<CheckedRoute> {
      const mistake = departure && departureMistake(departure.at, clock.now())
      if (mistake) refuse('departure', mistake)
      const found = await threads.search(userId, hasLeft, async (search) => {
        const measured = await search.begin({ pieces, corridorMetres })
        refuseLength(measured.lengthMetres)
        for await (const some of poisIn(measured.placeBoxes, hasLeft)) search.addPois(some)
        for (const boxes of portionsOf(measured.roadBoxes, boxesAtOnce)) {
          hasLeft.throwIfAborted()
          search.addRoads(await store.closedRoadsIn(boxes))
        }
        const warned = await warnedOn(measured.samples, hasLeft)
        const { lengthMetres } = measured
        return { ...(await search.find({ hiddenIds: await hidden.idsOf(userId), warned, departure })), lengthMetres }
      })
      return { ...found, items: await markedFor(userId, found.items), sources: await sources() }
    },
  }

  async function markedFor(userId: string, items: readonly RouteItem[]): Promise<RouteItem[]> {
    const marked = await reports.marked(
      items.map(({ poi }) => poi),
      userId,
    )
    return items.map((item, index) => ({ ...item, poi: marked[index] ?? item.poi }))
  }

  async function* poisIn(allBoxes: readonly Box[], hasLeft: AbortSignal): AsyncGenerator<Poi[], void> {
    const now = clock.now()
    const limit = poisLimits.pageSize
    for (const boxes of portionsOf(allBoxes, boxesAtOnce)) {
      for (let after: PoiPosition | null = null; ;) {
        hasLeft.throwIfAborted()
        const page: Poi[] = await pois.search({ boxes, around: null, types: placedTypes, limit, after }, now)
        yield page
        const last = page.at(-1)
        if (last === undefined || page.length < limit) break
        after = { distance: 0, id: last.id }
      }
    }
  }

  async function warnedOn(samples: readonly RoutePoint[], hasLeft: AbortSignal): Promise<WarnedSamples[]> {
    const { warnings } = await weather.inForce(clock.now())
    const inside = new Map<string, number[]>()
    let first = 0
    for (const some of portionsOf(samples, samplesAtOnce)) {
      hasLeft.throwIfAborted()
      const portion = await store.warnedPlaces(some)
      for (const [id, indices] of portion) {
        inside.set(id, [...(inside.get(id) ?? []), ...indices.map((index) => first + index)])
      }
      first += some.length
    }
    return warnings.flatMap((warning) => {
      const indices = inside.get(warning.id)
      const regionName = shownRegion(warning.regionName, warning)
      const shown = { ...warning, warningLevel: warning.level, regionName }
      return indices === undefined ? [] : [{ warning: shown, inside: indices }]
    })
  }
}

function refuseLength(lengthMetres: number): void {
  if (lengthMetres === 0) refuse('pieces', 'Alle Punkte der Strecke liegen an derselben Stelle.')
  if (lengthMetres > routeCheckLimits.lengthKm * 1000) {
    refuse('pieces', `Die Strecke ist länger als ${routeCheckLimits.lengthKm} km. Bitte teilen Sie sie.`)
  }
}

const placedTypes = typesOf(poiCategories.filter((category) => category !== 'weather'))

const { boxesAtOnce, samplesAtOnce } = routeCheckServerLimits

function refuse(field: 'pieces' | 'departure', message: string): never {
  throw new Problem('VALIDATION_ERROR', { message, fields: { [field]: message } })
}
