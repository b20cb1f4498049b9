import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { changesSomething } from '#contract/base/change.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { savedRouteId } from '#contract/base/identity.ts'
import { instant, place } from '#contract/base/place.ts'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import { corridorMetres, departure } from '#contract/route-check/route-check.ts'
import { oneLine } from '#contract/base/text.ts'
import { savedRoutesLimits } from './saved-routes-limits.ts'

const { nameLength, points, pieces: mostPieces } = savedRoutesLimits

const nameMessage = `Bitte geben Sie der Strecke einen Namen mit höchstens ${nameLength} Zeichen, etwa „Hausrunde“.`
const tooManyPoints = `Gespeichert werden höchstens ${points} Punkte. Bitte vereinfachen Sie die Strecke.`

/** Unbroken parts of the line, in order. */
const pieces = z.array(z.array(place).check(z.maxLength(points, tooManyPoints))).check(
  z.maxLength(mostPieces, `Es sind höchstens ${mostPieces} Teilstücke möglich. Bitte teilen Sie die Strecke.`),
  z.refine((pieces) => pieces.reduce((sum, piece) => sum + piece.length, 0) <= points, tooManyPoints),
  z.refine(
    (pieces) => pieces.some((piece) => piece.length > 1),
    'Eine Strecke hat mindestens zwei Punkte. Bitte ergänzen Sie einen.',
  ),
)

/** What its owner says of a route. */
export const savedRouteDetails = z.object({
  name: oneLine(nameLength, nameMessage, nameMessage).check(z.minLength(1, nameMessage)),
  departure: z.nullable(departure),
  /** Whether it is checked again on the evening before its departure. */
  isWatched: z.boolean(),
})
export type SavedRouteDetails = z.output<typeof savedRouteDetails>

/** Absent: as it was. */
const savedRouteChange = z.partial(savedRouteDetails).check(changesSomething)
export type SavedRouteChange = z.output<typeof savedRouteChange>

export const savedRouteEntry = z.extend(savedRouteDetails, { pieces, corridorMetres })
export type SavedRouteEntry = z.output<typeof savedRouteEntry>

export const savedRoute = z
  .object({
    id: savedRouteId,
    ...savedRouteDetails.shape,
    lengthMetres: z.number(),
    corridorMetres: z.number(),
    savedAt: instant,
  })
  .check(z.meta({ id: 'SavedRoute' }))
export type SavedRoute = z.output<typeof savedRoute>

const params = z.object({ routeId: savedRouteId })
/** Each of these checks the route, too. */
const checks = { per: 'caller', perMinute: routeCheckLimits.perMinute } as const

export const savedRoutes = {
  list: endpoint('GET', '/api/saved-routes', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die gespeicherten Strecken des Kontos, die neueste zuerst.',
    reply: z.object({ routes: z.array(savedRoute) }),
  }),
  save: endpoint('POST', '/api/saved-routes', {
    access: 'verified',
    limit: checks,
    summary: 'Eine Strecke speichern. Was jetzt auf ihr liegt, gilt als bekannt.',
    mostBytes: points * 100,
    status: 201,
    body: savedRouteEntry,
    reply: savedRoute,
    problems: ['SAVED_ROUTE_LIMIT', 'DEMO_READ_ONLY'],
  }),
  open: endpoint('POST', '/api/saved-routes/:routeId/open', {
    access: 'verified',
    limit: checks,
    summary: 'Eine gespeicherte Strecke mit ihrer Linie. Was jetzt auf ihr liegt, gilt als bekannt.',
    params,
    reply: z.object({ route: savedRoute, pieces: z.array(z.array(place)) }),
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
  change: endpoint('PUT', '/api/saved-routes/:routeId', {
    access: 'verified',
    limit: checks,
    summary:
      'Name und Abfahrt einer Strecke ändern, und ob sie am Abend davor noch einmal geprüft wird. Was fehlt, bleibt.',
    params,
    body: savedRouteChange,
    reply: savedRoute,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
  remove: endpoint('DELETE', '/api/saved-routes/:routeId', {
    repeat: 'until-gone',
    access: 'verified',
    limit: manyChanges,
    summary: 'Eine gespeicherte Strecke löschen.',
    params,
    reply: nothing,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
}
