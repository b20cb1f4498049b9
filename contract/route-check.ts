import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { place } from '#contract/place.ts'
import { poi } from '#contract/pois.ts'
import { currentWarning } from '#contract/weather.ts'
import { routeCheckLimits } from './route-check-limits.ts'

const { points, pieces: mostPieces, leastCorridorMetres, mostCorridorMetres } = routeCheckLimits

/** On which side a place is, in the direction of travel. */
export const routeSides = ['left', 'right', 'on'] as const
export type RouteSide = (typeof routeSides)[number]

/** Whether a camera monitors this direction: its direction of travel compared with the route's at this place. */
export const placeDirections = ['same', 'opposite', 'across', 'unknown'] as const
export type PlaceDirection = (typeof placeDirections)[number]

const metres = z.number().check(z.gte(0))

export const routeItem = z.object({
  /** From the beginning of the route. */
  alongMetres: metres,
  /** From the line. */
  distanceMetres: metres,
  side: z.enum(routeSides),
  direction: z.enum(placeDirections),
  poi,
})
export type RouteItem = z.output<typeof routeItem>

export const routeWarning = z.object({
  warning: currentWarning,
  /** The parts of the route inside the warning's area. */
  ranges: z.array(z.object({ from: metres, to: metres })),
})
export type RouteWarning = z.output<typeof routeWarning>

export const checkedRoute = z
  .object({
    lengthMetres: metres,
    /** In the order of the ride; a place that is passed twice is here twice. */
    items: z.array(routeItem),
    /** Whether there is more than fits into an answer; then the first ones are here. */
    truncated: z.boolean(),
    warnings: z.array(routeWarning),
  })
  .check(z.meta({ id: 'CheckedRoute' }))
export type CheckedRoute = z.output<typeof checkedRoute>

const tooManyPoints = `Es sind höchstens ${points} Punkte möglich. Bitte vereinfachen Sie die Strecke.`

const pieces = z.array(z.array(place).check(z.maxLength(points, tooManyPoints))).check(
  z.maxLength(mostPieces, `Es sind höchstens ${mostPieces} Teilstücke möglich. Bitte teilen Sie die Strecke.`),
  z.refine((pieces) => pieces.reduce((sum, piece) => sum + piece.length, 0) <= points, tooManyPoints),
  z.refine((pieces) => pieces.some((piece) => piece.length > 1), 'Eine Strecke hat mindestens zwei Punkte.'),
)

const corridor = `Der Abstand liegt zwischen ${leastCorridorMetres} und ${mostCorridorMetres} Metern.`

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
      /** How far from the line a place may be, to each side. */
      corridorMetres: z.number().check(z.gte(leastCorridorMetres, corridor), z.lte(mostCorridorMetres, corridor)),
    }),
    reply: checkedRoute,
  }),
}
