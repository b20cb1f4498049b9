import { type RawBuilder, sql } from 'kysely'
import type { PositionPage } from '#domain/history/position-page.ts'
import type { Queries } from '#server/db/connection/database.ts'

/** Positions of one device, the oldest first, as the history call answers them; each at the same index of both lists. */
export interface WrittenPage {
  /** Milliseconds since 1970. */
  times: readonly number[]
  /** What a JSON object says of each besides its time. */
  members: readonly string[]
}

/**
 * The positions that a query selects in its order, as lists made by the database: JSON writes every number exactly and
 * is parsed at once, while rows cost both sides several times as much. The lists are in the order of the selection, because
 * nothing is joined or sorted in between (https://www.postgresql.org/docs/15/functions-aggregate.html).
 */
export async function readPage(queries: Queries, selected: RawBuilder<unknown>): Promise<PositionPage | undefined> {
  const { rows } = await sql<Omit<PositionPage, 'times'> & Seconds>`
    select json_agg(date_part('epoch', recorded_at)) as seconds,
      json_agg(latitude) as latitude, json_agg(longitude) as longitude, json_agg(accuracy) as accuracy,
      json_agg(altitude) as altitude, json_agg(speed) as speed, json_agg(course) as course, json_agg(flag) as flag
    from (${selected}) as selected
    having count(*) > 0`.execute(queries)
  return rows.map(({ seconds, ...page }) => ({ ...page, times: seconds.map(millisecondsOf) }))[0]
}

/**
 * The same positions, with what the contract names of each: where nobody calculates with their numbers, these need not be
 * read and written again. A time is written by JavaScript in a third of what PostgreSQL takes.
 */
export async function readWrittenPage(
  queries: Queries,
  selected: RawBuilder<unknown>,
): Promise<WrittenPage | undefined> {
  const { rows } = await sql<{ members: string } & Seconds>`
    select json_agg(date_part('epoch', recorded_at)) as seconds,
      string_agg(
        '"latitude":' || latitude || ',"longitude":' || longitude || coalesce(',"accuracy":' || accuracy, '')
        || coalesce(',"speed":' || speed, '') || coalesce(',"course":' || course, '')
        || coalesce(',"flag":' || to_json(flag), ''), ${betweenMembers}) as members
    from (${selected}) as selected
    having count(*) > 0`.execute(queries)
  return rows.map(({ seconds, members }) => ({
    times: seconds.map(millisecondsOf),
    members: members.split(betweenMembers),
  }))[0]
}

interface Seconds {
  seconds: number[]
}

/** JSON has none inside. */
const betweenMembers = '\n'

function millisecondsOf(seconds: number): number {
  return Math.round(seconds * 1000)
}
