import * as z from 'zod/mini'
import { closureRules, roadAccess } from '#contract/closures/closures.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { instant, place } from '#contract/base/place.ts'
import { poi, poiSource } from '#contract/pois/pois.ts'
import { currentWarning } from '#contract/weather.ts'
import { routeCheckLimits } from './route-check-limits.ts'

const { points, pieces: mostPieces, drawnPoints, leastCorridorMetres, mostCorridorMetres } = routeCheckLimits

/** On which side a place is, in the direction of travel. */
export const routeSides = ['left', 'right', 'on'] as const
export type RouteSide = (typeof routeSides)[number]

/** Whether a camera monitors this direction: its direction of travel compared with the route's at this place. */
export const placeDirections = ['same', 'opposite', 'across', 'unknown'] as const
export type PlaceDirection = (typeof placeDirections)[number]

const metres = z.number().check(z.gte(0))

/** Under which the accidents of a hotspot happened, all of them or most. */
export const hotspotConditions = ['dusk', 'dark', 'wet', 'icy', 'weekend'] as const
export type HotspotCondition = (typeof hotspotConditions)[number]

/** A part of the route. */
const range = z.object({ from: metres, to: metres })
export type RouteRange = z.output<typeof range>

export const routeItem = z.object({
  /** From the beginning of the route. */
  alongMetres: metres,
  /** From the line. */
  distanceMetres: metres,
  side: z.enum(routeSides),
  direction: z.enum(placeDirections),
  /** Of a hotspot, at the time of the ride: the conditions of its accidents that hold there then. */
  because: z.array(z.enum(hotspotConditions)),
  /** Of road works that are not there when the ride passes: their hours, in words. */
  onlyAt: z.nullable(z.string()),
  poi,
})
export type RouteItem = z.output<typeof routeItem>

export const routeWarning = z.object({
  warning: currentWarning,
  /** The parts of the route inside the warning's area; with a departure those that are passed while it holds. */
  ranges: z.array(range),
})
export type RouteWarning = z.output<typeof routeWarning>

/** A road on the route that is closed for motorcycles, always or at times. */
export const routeClosure = z.object({
  id: z.string(),
  /** The name or number of the road. */
  name: z.nullable(z.string()),
  rules: closureRules,
  /** Text that must be shown beside it. */
  attribution: z.string(),
  /** The part of the route on it. */
  range,
  /** Who may ride there when the route passes; null without a departure, where that depends on the time. */
  access: z.nullable(roadAccess),
})
export type RouteClosure = z.output<typeof routeClosure>

const kmh = `Das Tempo liegt zwischen ${routeCheckLimits.leastAverageKmh} und ${routeCheckLimits.mostAverageKmh} km/h.`

/** When a ride begins, and how fast it is on average: so every place of the route has its time. */
export const departure = z.object({
  at: instant,
  averageKmh: z
    .number(kmh)
    .check(z.gte(routeCheckLimits.leastAverageKmh, kmh), z.lte(routeCheckLimits.mostAverageKmh, kmh)),
})
export type Departure = z.output<typeof departure>

/** The route at its time. */
const ride = z.object({
  departure,
  arrivesAt: instant,
  /** At the place and on the day of departure; null where the sun does not rise or set. */
  sunrise: z.nullable(instant),
  sunset: z.nullable(instant),
  /** Where it is dusk or dark. */
  dark: z.array(range),
  /** Where the sun stands low and ahead. */
  glare: z.array(range),
  /** What lies on the route, but is over by the time of passing. */
  leftOut: z.object({ items: z.number(), warnings: z.number() }),
})
export type RouteRide = z.output<typeof ride>

export const checkedRoute = z
  .object({
    lengthMetres: metres,
    /** In the order of the ride; a place that is passed twice is here twice. */
    items: z.array(routeItem),
    /** Whether there is more than fits into an answer; then the first ones are here. */
    truncated: z.boolean(),
    warnings: z.array(routeWarning),
    /** In the order of the ride. */
    closures: z.array(routeClosure),
    /** Null without a departure. */
    ride: z.nullable(ride),
    /** How old the data of each source are. */
    sources: z.array(poiSource),
  })
  .check(z.meta({ id: 'CheckedRoute' }))
export type CheckedRoute = z.output<typeof checkedRoute>

const tooManyPoints = `Es sind höchstens ${points} Punkte möglich. Bitte vereinfachen Sie die Strecke.`

const pieces = z.array(z.array(place).check(z.maxLength(points, tooManyPoints))).check(
  z.maxLength(mostPieces, `Es sind höchstens ${mostPieces} Teilstücke möglich. Bitte teilen Sie die Strecke.`),
  z.refine((pieces) => pieces.reduce((sum, piece) => sum + piece.length, 0) <= points, tooManyPoints),
  z.refine(
    (pieces) => pieces.some((piece) => piece.length > 1),
    'Eine Strecke hat mindestens zwei Punkte. Bitte ergänzen Sie einen.',
  ),
)

const corridor = `Der Abstand liegt zwischen ${leastCorridorMetres} und ${mostCorridorMetres} Metern.`
/** How far from the line a place may be, to each side. */
export const corridorMetres = z
  .number()
  .check(z.gte(leastCorridorMetres, corridor), z.lte(mostCorridorMetres, corridor))

/**
 * Why a drawn route keeps to straight lines. `no-way`: the router knows no road between the points. `too-far`: points are
 * further apart than it calculates at a time. `no-answer`: it is away,
 * overloaded, or refuses to look. `unusable`: what it says is no way between them.
 */
export const straightReasons = ['no-way', 'too-far', 'no-answer', 'unusable'] as const
export type StraightReason = (typeof straightReasons)[number]

/** A place takes at most 12 characters. */
const lineText = z.string().check(z.maxLength(routeCheckLimits.roadPlaces * 12))

/** The roads between the points of a route that is drawn: a line as a text (`domain/geo/line-text.ts`), or why there is none. */
export const drawnRoads = z.union([z.object({ line: lineText }), z.object({ straight: z.enum(straightReasons) })])
export type DrawnRoads = z.output<typeof drawnRoads>

const pointsMessage = `Eine gezeichnete Strecke hat 2 bis ${drawnPoints} Punkte. Bitte ändern Sie die Zahl der Punkte.`

export const routeCheck = {
  check: endpoint('POST', '/api/route-check', {
    access: 'verified',
    openToDemo: true,
    limit: { per: 'caller', perMinute: routeCheckLimits.perMinute },
    summary: 'Was an einer Strecke liegt, in der Reihenfolge der Fahrt. Die Strecke wird nicht gespeichert.',
    // A point of 15 decimals takes 70 bytes.
    mostBytes: points * 100,
    body: z.object({
      /** Unbroken parts of the line, in order. */
      pieces,
      corridorMetres,
      departure: z.optional(departure),
    }),
    reply: checkedRoute,
  }),
  roads: endpoint('POST', '/api/route-check/roads', {
    access: 'verified',
    openToDemo: true,
    limit: { per: 'caller', perMinute: routeCheckLimits.roadsPerMinute },
    summary:
      'Die Straßen zwischen den Punkten einer gezeichneten Strecke, vom Router des Betreibers, oder warum es keine gibt; 404 ohne ROUTER_URL. Gespeichert wird nichts.',
    mostBytes: drawnPoints * 100,
    body: z.object({
      points: z.array(place).check(z.minLength(2, pointsMessage), z.maxLength(drawnPoints, pointsMessage)),
    }),
    reply: drawnRoads,
    problems: ['NOT_FOUND'],
  }),
}
