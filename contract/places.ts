import * as z from 'zod/mini'
import { manyReads } from '#contract/call-limit.ts'
import { endpoint } from '#contract/endpoint.ts'
import { latitude, longitude } from '#contract/place.ts'
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
}
