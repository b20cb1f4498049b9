import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { changesSomething } from '#contract/base/change.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { deviceId, ownPlaceId } from '#contract/base/identity.ts'
import { storedZoneFields, zoneFields } from '#contract/base/zone.ts'
import { ownPlacesLimits } from './own-places-limits.ts'

/** What a vehicle does at a place. */
export const placeVisits = ['ARRIVED', 'LEFT'] as const
export type PlaceVisit = (typeof placeVisits)[number]

/** Of which visits of a vehicle its owner is notified. */
const placeWatch = z.object({ deviceId, visits: z.array(z.enum(placeVisits)).check(z.maxLength(placeVisits.length)) })
export type PlaceWatch = z.output<typeof placeWatch>

/** The lowest level of weather warnings that are sent; null: none are. Level 1 is every fog. */
export const placeWeatherLevels = [2, 3, 4] as const
const weatherLevel = z.nullable(z.literal(placeWeatherLevels))
export type PlaceWeatherLevel = (typeof placeWeatherLevels)[number]

const tooMany = `Höchstens ${ownPlacesLimits.mostVehicles} Fahrzeuge.`

/** What the owner enters. About a vehicle that is not named nothing is sent: at first none is. */
const entered = z.object({
  ...zoneFields(ownPlacesLimits),
  watches: z.array(placeWatch).check(z.maxLength(ownPlacesLimits.mostVehicles, tooMany)),
  weatherLevel,
})
export const ownPlaceEntry = entered.check(z.meta({ id: 'OwnPlaceEntry' }))
export type OwnPlaceEntry = z.output<typeof ownPlaceEntry>

/** Absent: as it was. */
const ownPlaceChange = z.partial(entered).check(changesSomething, z.meta({ id: 'OwnPlaceChange' }))

export const ownPlace = z
  .object({ id: ownPlaceId, ...storedZoneFields, watches: z.array(placeWatch), weatherLevel })
  .check(z.meta({ id: 'OwnPlace' }))
export type OwnPlace = z.output<typeof ownPlace>

const params = z.object({ zoneId: ownPlaceId })

export const ownPlaces = {
  list: endpoint('GET', '/api/own-places', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die eigenen Orte des Kontos, der älteste zuerst.',
    reply: z.object({ zones: z.array(ownPlace) }),
  }),
  create: endpoint('POST', '/api/own-places', {
    access: 'verified',
    limit: manyChanges,
    summary:
      'Einen eigenen Ort anlegen, mit den Fahrzeugen, deren Ankunft und Abfahrt dort gemeldet werden, und der Stufe, ab der Wetterwarnungen für ihn gemeldet werden.',
    status: 201,
    body: ownPlaceEntry,
    reply: ownPlace,
    problems: ['OWN_PLACE_LIMIT', 'NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
  change: endpoint('PUT', '/api/own-places/:zoneId', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Name, Ort, Umkreis und Meldungen eines eigenen Orts ändern. Was fehlt, bleibt.',
    params,
    body: ownPlaceChange,
    reply: ownPlace,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
  remove: endpoint('DELETE', '/api/own-places/:zoneId', {
    repeat: 'until-gone',
    access: 'verified',
    limit: manyChanges,
    summary: 'Einen eigenen Ort löschen.',
    params,
    reply: nothing,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
}
