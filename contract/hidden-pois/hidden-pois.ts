import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { poiId } from '#contract/base/identity.ts'
import { instant, latitude, longitude } from '#contract/base/place.ts'
import { poiType } from '#contract/pois/pois.ts'
import { hiddenPoisLimits } from './hidden-pois-limits.ts'

/** A POI that its reader does not want to see. */
export const hiddenPoi = z
  .object({
    id: poiId,
    poiType,
    latitude,
    longitude,
    street: z.nullable(z.string()),
    postcode: z.nullable(z.string()),
    city: z.nullable(z.string()),
    hiddenAt: instant,
  })
  .check(z.meta({ id: 'HiddenPoi' }))
export type HiddenPoi = z.output<typeof hiddenPoi>

const params = z.object({ id: poiId })

export const hiddenPois = {
  list: endpoint('GET', '/api/hidden-pois', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die ausgeblendeten POIs des Kontos, der zuletzt ausgeblendete zuerst. Was es nicht mehr gibt, fehlt.',
    reply: z.object({ pois: z.array(hiddenPoi).check(z.maxLength(hiddenPoisLimits.most)) }),
  }),
  hide: endpoint('PUT', '/api/hidden-pois/:id', {
    access: 'verified',
    repeat: 'again',
    limit: manyChanges,
    summary: 'Einen POI für das eigene Konto ausblenden: auf der Karte, in Listen, im Routencheck und im Fahrmodus.',
    params,
    reply: nothing,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
  show: endpoint('DELETE', '/api/hidden-pois/:id', {
    access: 'verified',
    repeat: 'until-gone',
    limit: manyChanges,
    summary: 'Einen ausgeblendeten POI wieder zeigen.',
    params,
    reply: nothing,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
}
