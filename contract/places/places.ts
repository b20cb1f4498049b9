import * as z from 'zod/mini'
import { manyReads } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { latitude, longitude, place } from '#contract/base/place.ts'
import { placesLimits } from './places-limits.ts'

/** A town or village of Germany. */
export const namedPlace = z
  .object({
    name: z.string(),
    /** The Land it lies in. */
    region: z.optional(z.string()),
    latitude,
    longitude,
    /** Inhabitants. */
    population: z.number(),
  })
  .check(z.meta({ id: 'NamedPlace' }))
export type NamedPlace = z.output<typeof namedPlace>

export const places = {
  find: endpoint('GET', '/api/places', {
    access: 'verified',
    limit: manyReads,
    summary: 'Orte in Deutschland nach ihrem Namen, der wahrscheinlichste zuerst.',
    query: z.object({
      query: z
        .string('Bitte geben Sie einen Ortsnamen an.')
        .check(
          z.minLength(1, 'Bitte geben Sie einen Ortsnamen an.'),
          z.maxLength(placesLimits.queryLength, 'Dieser Ortsname ist zu lang.'),
        ),
      /** Where the map is: of places with similar names the nearer one comes first. */
      near: z.optional(
        z.string().check(z.regex(/^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/, 'Erwartet wird near=breite,länge in Grad.')),
      ),
    }),
    reply: z.object({
      places: z.array(namedPlace),
      /** Must be shown beside them. */
      attribution: z.string(),
    }),
  }),
  names: endpoint('POST', '/api/places/names', {
    access: 'verified',
    openToDemo: true,
    limit: { per: 'caller', perMinute: placesLimits.namesPerMinute, atOnce: placesLimits.namesAtOnce },
    summary:
      'Wie Orte heißen, in derselben Reihenfolge: Straße und Ortsteil nach der eigenen Grundkarte, sonst nach GeoNames; null, wo nichts bekannt ist. Gespeichert wird nichts.',
    body: z.object({
      places: z
        .array(place)
        .check(
          z.maxLength(placesLimits.namedTogether, `Es sind höchstens ${placesLimits.namedTogether} Orte möglich.`),
        ),
    }),
    reply: z.object({ names: z.array(z.nullable(z.string())) }),
  }),
}
