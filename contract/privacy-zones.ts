import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/call-limit.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { privacyZoneId } from '#contract/identity.ts'
import { latitude, longitude } from '#contract/place.ts'
import { oneLine } from '#contract/text.ts'
import { privacyZonesLimits } from '#contract/privacy-zones-limits.ts'

const { nameLength, leastRadiusMetres, greatestRadiusMetres } = privacyZonesLimits

const nameMessage = 'Bitte geben Sie der Zone einen Namen mit höchstens 50 Zeichen, etwa „Zuhause“.'
const radiusMessage = 'Der Umkreis liegt zwischen 100 und 1.000 Metern.'

/** What the owner enters: everything this close to the centre is hidden. */
export const privacyZoneEntry = z
  .object({
    name: oneLine(nameLength, nameMessage, nameMessage).check(z.minLength(1, nameMessage)),
    latitude,
    longitude,
    radiusMetres: z
      .int(radiusMessage)
      .check(z.gte(leastRadiusMetres, radiusMessage), z.lte(greatestRadiusMetres, radiusMessage)),
  })
  .check(z.meta({ id: 'PrivacyZoneEntry' }))
export type PrivacyZoneEntry = z.output<typeof privacyZoneEntry>

export const privacyZone = z
  .object({ id: privacyZoneId, name: z.string(), latitude, longitude, radiusMetres: z.number() })
  .check(z.meta({ id: 'PrivacyZone' }))
export type PrivacyZone = z.output<typeof privacyZone>

const params = z.object({ zoneId: privacyZoneId })

export const privacyZones = {
  list: endpoint('GET', '/api/privacy-zones', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die Privatzonen des Kontos, die älteste zuerst.',
    reply: z.object({ zones: z.array(privacyZone) }),
  }),
  create: endpoint('POST', '/api/privacy-zones', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Eine Privatzone anlegen: Was in ihr liegt, bekommt kein Empfänger einer Freigabe.',
    status: 201,
    body: privacyZoneEntry,
    reply: privacyZone,
    problems: ['PRIVACY_ZONE_LIMIT', 'DEMO_READ_ONLY'],
  }),
  change: endpoint('PUT', '/api/privacy-zones/:zoneId', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Name, Ort und Umkreis einer Privatzone ändern.',
    params,
    body: privacyZoneEntry,
    reply: privacyZone,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
  remove: endpoint('DELETE', '/api/privacy-zones/:zoneId', {
    repeat: 'until-gone',
    access: 'verified',
    limit: manyChanges,
    summary: 'Eine Privatzone löschen.',
    params,
    reply: nothing,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
}
