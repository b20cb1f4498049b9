import type { Place } from '#contract/base/place.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import type { CheckedRoute, Departure, RouteRide, RouteWarning } from '#contract/route-check/route-check.ts'
import { type Box, boxesOnTheGlobe } from '#domain/geo/geo.ts'
import { lineOfText } from '#domain/geo/line-text.ts'
import { type ClosedRoad, closuresOn, metresOnRoads } from './closed-roads.ts'
import { passedAt } from './departure.ts'
import { passingOf } from './passes.ts'
import { rideLight, sunTimes } from './ride-light.ts'
import { itemsOnRide, warningsOnRide } from './route-at-its-time.ts'
import { itemsAlong } from './route-items.ts'
import {
  corridorStretches,
  joinedBoxes,
  type Leg,
  legsOf,
  lengthOf,
  rangesOf,
  type RoutePoint,
  samplesAlong,
} from './route.ts'

export interface RouteToSearch {
  pieces: readonly (readonly Place[])[]
  corridorMetres: number
}

/** A route that was measured: what to read in order to know what lies on it. All boxes keep to the globe. */
export interface MeasuredRoute {
  /** Of a route that is longer than it may be: more than that. */
  lengthMetres: number
  placeBoxes: Box[]
  roadBoxes: Box[]
  /** Points along the route, by which warnings are found. */
  samples: RoutePoint[]
}

/** A closed road with its line as a text. */
export type RoadText = Omit<ClosedRoad, 'line'> & { line: string }

/** A warning in force, and the indices of the samples in its area, in order. */
export interface WarnedSamples {
  warning: RouteWarning['warning']
  inside: number[]
}

export interface RouteQuestion {
  hiddenIds: ReadonlySet<string>
  warned: readonly WarnedSamples[]
  departure: Departure | undefined
}

/** What lies on a route, apart from what only the server's tables know of each entry. */
export type FoundOnRoute = Pick<CheckedRoute, 'items' | 'truncated' | 'warnings' | 'closures' | 'ride'>

export interface RouteSearch {
  measured: MeasuredRoute
  /** POIs and roads of the boxes; one that lies in two of them may come twice. */
  addPois(pois: readonly Poi[]): void
  addRoads(roads: readonly RoadText[]): void
  find(question: RouteQuestion): FoundOnRoute
}

const { items: most, lengthKm } = routeCheckLimits

/** Warnings are issued for municipalities, which are larger than this. */
const sampleMetres = 250
const mostSamples = 2_000

/** The whole calculation of a check. It takes long enough to have a thread of its own. */
export function searchRoute({ pieces, corridorMetres }: RouteToSearch): RouteSearch {
  const mostMetres = lengthKm * 1000
  const legs = legsOf(pieces, mostMetres)
  const lengthMetres = lengthOf(legs)
  const isTooLong = lengthMetres > mostMetres
  const stretches = isTooLong ? [] : corridorStretches(legs, corridorMetres)
  const samples = isTooLong ? [] : samplesAlong(legs, sampleMetres, mostSamples)
  const pois = new Map<string, Poi>()
  const roads = new Map<string, RoadText>()
  return {
    measured: {
      lengthMetres,
      placeBoxes: boxesToRead(stretches.map(({ box }) => box)),
      roadBoxes: isTooLong
        ? []
        : boxesToRead(corridorStretches(legs, routeCheckLimits.roadErrorMetres).map(({ box }) => box)),
      samples,
    },
    addPois(some) {
      for (const poi of some) pois.set(poi.id, poi)
    },
    addRoads(some) {
      for (const road of some) roads.set(road.id, road)
    },
    find({ hiddenIds, warned, departure }) {
      const here = warned.map(({ warning, inside }) => ({ warning, ranges: rangesOf(samples, inside) }))
      const warnings = departure === undefined ? here : warningsOnRide(here, departure)
      const wanted = { corridorMetres, hiddenIds, departure, most }
      const { items, truncated, over } = itemsAlong(passingOf(stretches), [...pois.values()], wanted)
      const leftOut = { items: over, warnings: here.length - warnings.length }
      return {
        items: departure === undefined ? items : itemsOnRide(items, warnings, departure),
        truncated,
        warnings,
        closures: closuresAmong(legs, [...roads.values()], departure),
        ride: departure === undefined ? null : rideOf(legs, samples, departure, leftOut),
      }
    },
  }
}

const boxesToRead = (boxes: readonly Box[]): Box[] => joinedBoxes(boxes).flatMap(boxesOnTheGlobe)

function closuresAmong(legs: readonly Leg[], texts: readonly RoadText[], departure: Departure | undefined) {
  const inOrder = texts.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const roads = inOrder.map(({ line, ...road }) => ({ ...road, line: lineOfText(line) }))
  const metres = metresOnRoads(legs, roads)
  const found = roads.map((road, index) => ({ road, metres: metres[index] ?? [] }))
  return closuresOn(found, departure, most)
}

function rideOf(
  legs: readonly Leg[],
  samples: readonly RoutePoint[],
  departure: Departure,
  leftOut: RouteRide['leftOut'],
): RouteRide {
  const [start] = legs
  return {
    departure,
    arrivesAt: passedAt(departure, lengthOf(legs)).toISOString(),
    ...(start === undefined ? { sunrise: null, sunset: null } : sunTimes(start.from, departure.at)),
    ...rideLight(samples, departure),
    leftOut,
  }
}
