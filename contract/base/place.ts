import * as z from 'zod/mini'

/** Degrees, WGS 84. */
export const latitude = z
  .number('Bitte geben Sie eine geografische Breite an.')
  .check(
    z.gte(-90, 'Die Breite liegt zwischen -90 und 90 Grad.'),
    z.lte(90, 'Die Breite liegt zwischen -90 und 90 Grad.'),
  )
export const longitude = z
  .number('Bitte geben Sie eine geografische Länge an.')
  .check(
    z.gte(-180, 'Die Länge liegt zwischen -180 und 180 Grad.'),
    z.lte(180, 'Die Länge liegt zwischen -180 und 180 Grad.'),
  )

export const place = z.object({ latitude, longitude })
export type Place = z.output<typeof place>

/**
 * What people call a place, such as „Gartenstraße, Karlsruhe-Rüppurr“ or „2 km nordöstlich von Durlach“. Null where nothing with a
 * name is near; absent in answers of versions before, and of entries of a long list that nobody sees at once.
 */
export const placeName = z.optional(z.nullable(z.string()))

/** An instant on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime({ offset: true, error: 'Bitte geben Sie einen Zeitpunkt im Format ISO 8601 an.' })
export type Instant = string
