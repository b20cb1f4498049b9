import { type RawBuilder, sql } from 'kysely'
import { type Box, boxesOnTheGlobe } from '#domain/geo.ts'

/** Whether the column `place` lies in a box: on either side of the antimeridian, where the box crosses it. */
export function isInBox(box: Box): RawBuilder<boolean> {
  const boxes = boxesOnTheGlobe(box).map(
    ({ west, south, east, north }) => sql`place && st_makeenvelope(${west}, ${south}, ${east}, ${north}, 4326)`,
  )
  return sql<boolean>`(${sql.join(boxes, sql` or `)})`
}
