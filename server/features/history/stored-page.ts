import { type RawBuilder, sql } from 'kysely'
import type { PositionPage } from '#domain/history/position-page.ts'
import type { Queries } from '#server/db/database.ts'

/**
 * The positions that a condition and an order select, as lists made by the database: JSON writes every number exactly and
 * is parsed at once, while rows cost both sides several times as much. The lists are in the order of the selection, because
 * nothing is joined or sorted in between (https://www.postgresql.org/docs/15/functions-aggregate.html).
 */
export async function readPage(queries: Queries, selection: RawBuilder<unknown>): Promise<PositionPage | undefined> {
  const { rows } = await sql<Omit<PositionPage, 'times'> & { seconds: number[] }>`
    select json_agg(date_part('epoch', recorded_at)) as seconds,
      json_agg(latitude) as latitude, json_agg(longitude) as longitude, json_agg(accuracy) as accuracy,
      json_agg(altitude) as altitude, json_agg(speed) as speed, json_agg(course) as course, json_agg(flag) as flag
    from (select * from positions where ${selection}) as selected
    having count(*) > 0`.execute(queries)
  return rows.map(({ seconds, ...page }) => ({ ...page, times: seconds.map((second) => Math.round(second * 1000)) }))[0]
}
