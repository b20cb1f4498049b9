import { type RawBuilder, sql } from 'kysely'
import type { Position, PositionFlag } from '#contract/history/history.ts'

/** What a query reads of `positions` to make a {@link Position} of each row. */
export interface PositionRow {
  recorded_at: Date
  latitude: number
  longitude: number
  accuracy: number | null
  speed: number | null
  course: number | null
  flag: PositionFlag | null
}

/** The columns of a {@link PositionRow}, for a select list. */
export const positionColumns: RawBuilder<unknown> = sql`recorded_at, latitude, longitude, accuracy, speed, course, flag`

/** Without what the tracker did not tell. */
export function positionOf({ recorded_at: at, latitude, longitude, ...row }: PositionRow): Position {
  return {
    latitude,
    longitude,
    recordedAt: at.toISOString(),
    ...(row.accuracy !== null && { accuracy: row.accuracy }),
    ...(row.speed !== null && { speed: row.speed }),
    ...(row.course !== null && { course: row.course }),
    ...(row.flag !== null && { flag: row.flag }),
  }
}
