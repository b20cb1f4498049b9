import type * as z from 'zod'
import { poisLimits } from '#contract/pois-limits.ts'
import { type Poi, poiCategories, type PoiSource } from '#contract/pois.ts'
import { routeCheckLimits } from '#contract/route-check-limits.ts'
import type {
  CheckedRoute,
  Departure,
  routeCheck,
  RouteClosure,
  RouteItem,
  RouteRide,
  RouteWarning,
} from '#contract/route-check.ts'
import { type Box, boxAround, boxesOnTheGlobe, isInside } from '#domain/geo/geo.ts'
import { typesOf } from '#domain/pois/pois.ts'
import { type ClosedRoad, closuresOn, metresOnRoad } from '#domain/route-check/closed-roads.ts'
import { departureMistake, passedAt } from '#domain/route-check/departure.ts'
import { rideLight, sunTimes } from '#domain/route-check/ride-light.ts'
import { itemsOnRide, warningsOnRide } from '#domain/route-check/route-at-its-time.ts'
import {
  type Leg,
  legsOf,
  lengthOf,
  nearLegs,
  type Nearness,
  passesOf,
  rangesOf,
  type RoutePoint,
  samplesAlong,
  corridorStretches,
} from '#domain/route-check/route.ts'
import { mergePois, reachMetres } from '#domain/pois/same-things.ts'
import { shownRegion } from '#domain/weather/weather.ts'
import type { Clock } from '#server/clock.ts'
import type { RouteCheckStore } from './route-check.store.ts'
import type { HiddenPoisStore } from '#server/features/hidden-pois/hidden-pois.store.ts'
import type { PoiReportsService } from '#server/features/poi-reports/poi-reports.service.ts'
import type { PoisStore } from '#server/features/pois/pois.store.ts'
import type { WeatherStore } from '#server/features/weather/weather.store.ts'
import { Problem } from '#server/http/problem.ts'

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
  clock: Clock
}

export type RouteCheckService = ReturnType<typeof createRouteCheckService>

/**
 * What lies along a route. The database is asked for a few kilometres, or a few hundred points, at a time, so that other
 * work gets its turn in between (design, section 5.10). The check ends when the caller has left. The route is not stored.
 */
export function createRouteCheckService({ store, pois, weather, hidden, reports, sources, clock }: Parts) {
  return {
    async check(
      userId: string,
      { pieces, corridorMetres, departure }: Route,
      hasLeft: AbortSignal,
    ): Promise<CheckedRoute> {
      const legs = legsOf(pieces)
      const lengthMetres = lengthOf(legs)
      if (legs.length === 0) refuse('pieces', 'Alle Punkte der Strecke liegen an derselben Stelle.')
      if (lengthMetres > routeCheckLimits.lengthKm * 1000) {
        refuse('pieces', `Die Strecke ist länger als ${routeCheckLimits.lengthKm} km. Bitte teilen Sie sie.`)
      }
      const mistake = departure && departureMistake(departure.at, clock.now())
      if (mistake) refuse('departure', mistake)
      const hiddenIds = await hidden.idsOf(userId)
      const along = await itemsAlong(legs, corridorMetres, hasLeft)
      const here = {
        items: along.filter(({ poi }) => !hiddenIds.has(poi.id)),
        warnings: await warningsOn(legs, hasLeft),
      }
      const { items, warnings } = departure === undefined ? here : onRide(here, departure)
      const leftOut = {
        items: here.items.length - items.length,
        warnings: here.warnings.length - warnings.length,
      }
      const { items: most } = routeCheckLimits
      return {
        lengthMetres,
        items: await markedFor(userId, items.slice(0, most)),
        truncated: items.length > most,
        warnings,
        closures: (await closuresAlong(legs, departure, hasLeft)).slice(0, most),
        ride: departure === undefined ? null : rideOf(legs, departure, leftOut),
        sources: await sources(),
      }
    },
  }

  async function markedFor(userId: string, items: readonly RouteItem[]): Promise<RouteItem[]> {
    const marked = await reports.marked(
      items.map(({ poi }) => poi),
      userId,
    )
    return items.map((item, index) => ({ ...item, poi: marked[index] ?? item.poi }))
  }

  async function itemsAlong(legs: readonly Leg[], corridorMetres: number, hasLeft: AbortSignal): Promise<RouteItem[]> {
    const met = new Map<string, { poi: Poi; nearnesses: Nearness[] }>()
    for (const stretch of corridorStretches(legs, corridorMetres)) {
      hasLeft.throwIfAborted()
      for await (const poi of poisIn(boxesOnTheGlobe(stretch.box))) {
        // Also a little beyond the corridor: a POI of another source there may be the same thing.
        const nearnesses = nearLegs(stretch, poi, corridorMetres + reachMetres(poi.poiType))
        const known = met.get(poi.id)
        if (known !== undefined) known.nearnesses.push(...nearnesses)
        else if (nearnesses.length > 0) met.set(poi.id, { poi, nearnesses })
      }
    }
    // Merged once for the whole route: at the end of a box, only one of two equal POIs may be known.
    return mergePois([...met.values()].map(({ poi }) => poi))
      .flatMap((poi) => {
        const near = met.get(poi.id)?.nearnesses.filter(({ distanceMetres }) => distanceMetres <= corridorMetres) ?? []
        return passesOf(near, poi.details.direction).map((pass) => ({ ...pass, because: [], onlyAt: null, poi }))
      })
      .toSorted((a, b) => a.alongMetres - b.alongMetres)
  }

  async function* poisIn(boxes: readonly Box[]): AsyncGenerator<Poi, void> {
    for (const box of boxes) yield* poisInBox(box)
  }

  async function* poisInBox(box: Box): AsyncGenerator<Poi, void> {
    const now = clock.now()
    const limit = poisLimits.pageSize
    for (let after: string | null = null; ;) {
      const position = after === null ? null : { distance: 0, id: after }
      const page = await pois.search({ box, around: null, types: placedTypes, limit, after: position }, now)
      yield* page
      const last = page.at(-1)
      if (last === undefined || page.length < limit) return
      after = last.id
    }
  }

  async function closuresAlong(
    legs: readonly Leg[],
    departure: Departure | undefined,
    hasLeft: AbortSignal,
  ): Promise<RouteClosure[]> {
    const found = new Map<string, { road: ClosedRoad; metres: number[] }>()
    for (const stretch of corridorStretches(legs, 0)) {
      hasLeft.throwIfAborted()
      for (const road of await store.closedRoadsNear(stretch)) {
        const metres = metresOnRoad(stretch.legs, road)
        const known = found.get(road.id)
        if (known === undefined) found.set(road.id, { road, metres })
        else known.metres.push(...metres)
      }
    }
    return closuresOn([...found.values()], departure)
  }

  async function warningsOn(legs: readonly Leg[], hasLeft: AbortSignal): Promise<RouteWarning[]> {
    const samples = samplesAlong(legs, sampleMetres, mostSamples)
    const box = boxAround(samples)
    if (box === null) return []
    const { warnings: inForce } = await weather.inForce(clock.now())
    const near = await Promise.all(boxesOnTheGlobe(box).map((part) => store.warningsNear(part)))
    const boxes = new Map(near.flat().map(({ id, box: area }) => [id, area]))
    const found: RouteWarning[] = []
    for (const warning of inForce) {
      hasLeft.throwIfAborted()
      const area = boxes.get(warning.id)
      const ranges = area === undefined ? [] : rangesOf(samples, await samplesIn(warning.id, area, samples))
      const regionName = shownRegion(warning.regionName, warning)
      if (ranges.length > 0) found.push({ warning: { ...warning, warningLevel: warning.level, regionName }, ranges })
    }
    return found
  }

  async function samplesIn(warningId: string, area: Box, samples: readonly RoutePoint[]): Promise<number[]> {
    const near = samples.flatMap((sample, index) => (isInside(area, sample) ? [{ sample, index }] : []))
    const inside: number[] = []
    for (let start = 0; start < near.length; start += samplesAtOnce) {
      const some = near.slice(start, start + samplesAtOnce)
      const found = await store.placesIn(
        warningId,
        some.map(({ sample }) => sample),
      )
      inside.push(...found.flatMap((position) => some[position]?.index ?? []))
    }
    return inside
  }
}

type Found = Pick<CheckedRoute, 'items' | 'warnings'>

function onRide({ items, warnings }: Found, departure: Departure): Found {
  const passed = warningsOnRide(warnings, departure)
  return { items: itemsOnRide(items, passed, departure), warnings: passed }
}

function rideOf(legs: readonly Leg[], departure: Departure, leftOut: RouteRide['leftOut']): RouteRide {
  const samples = samplesAlong(legs, sampleMetres, mostSamples)
  const [start] = legs
  return {
    departure,
    arrivesAt: passedAt(departure, lengthOf(legs)).toISOString(),
    ...(start === undefined ? { sunrise: null, sunset: null } : sunTimes(start.from, departure.at)),
    ...rideLight(samples, departure),
    leftOut,
  }
}

const placedTypes = typesOf(poiCategories.filter((category) => category !== 'weather'))

/** Warnings are issued for municipalities, which are larger than this. */
const sampleMetres = 250
const mostSamples = 2_000
const samplesAtOnce = 500

function refuse(field: 'pieces' | 'departure', message: string): never {
  throw new Problem('VALIDATION_ERROR', { message, fields: { [field]: message } })
}
