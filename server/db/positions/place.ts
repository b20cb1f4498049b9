import { type RawBuilder, sql } from 'kysely'
import type { Place } from '#contract/base/place.ts'
import { type Box, boxesOnTheGlobe } from '#domain/geo/geo.ts'
import type { GeometryValue } from '#server/db/schema/register.ts'

/** The column `place` as latitude and longitude in degrees. */
export const placeColumns = [sql<number>`st_y(place)`.as('latitude'), sql<number>`st_x(place)`.as('longitude')] as const

/** The value to write into the column `place`. */
export function pointAt({ latitude, longitude }: Place): RawBuilder<GeometryValue> {
  return sql<GeometryValue>`st_setsrid(st_makepoint(${longitude}, ${latitude}), 4326)`
}

/** Whether the column `place` lies in a box: on either side of the antimeridian, where the box crosses it. */
export function isInBox(box: Box): RawBuilder<boolean> {
  return isInAnyBox([box])
}

/** Each box is looked up in the index by itself. */
export function isInAnyBox(boxes: readonly Box[]): RawBuilder<boolean> {
  const parts = boxes
    .flatMap(boxesOnTheGlobe)
    .map(({ west, south, east, north }) => sql`place && st_makeenvelope(${west}, ${south}, ${east}, ${north}, 4326)`)
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`
}
