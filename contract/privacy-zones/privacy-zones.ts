import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { changesSomething } from '#contract/base/change.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { privacyZoneId } from '#contract/base/identity.ts'
import { privacyZonesLimits } from './privacy-zones-limits.ts'
import { storedZoneFields, zoneFields } from '#contract/base/zone.ts'

/** What the owner enters: everything this close to the centre is hidden. */
const entered = z.object(zoneFields(privacyZonesLimits))
export const privacyZoneEntry = entered.check(z.meta({ id: 'PrivacyZoneEntry' }))
export type PrivacyZoneEntry = z.output<typeof privacyZoneEntry>

/** Absent: as it was. */
const privacyZoneChange = z.partial(entered).check(changesSomething, z.meta({ id: 'PrivacyZoneChange' }))

export const privacyZone = z.object({ id: privacyZoneId, ...storedZoneFields }).check(z.meta({ id: 'PrivacyZone' }))
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
    summary: 'Name, Ort und Umkreis einer Privatzone ändern. Was fehlt, bleibt.',
    params,
    body: privacyZoneChange,
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
