import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '#server/db/connection/database.ts'

/**
 * So few that PostgreSQL reads what belongs to them by its keys: of 200,000 devices 250 take 1 to 3 ms, 1,000 take 50 to 80, because
 * then it reads a whole table (decision 94).
 */
const usualPortion = 250

/** What is asked about: the rows with a key, in the order of an index on it. */
interface Asked {
  table: string
  /** Of that table; several rows may have the same. */
  key: string
  /** Which of the rows are meant, where the index holds those alone. */
  only?: RawBuilder<boolean>
}

/**
 * Asks about many rows, a portion of them after the other, so that no statement takes long however many there are.
 * @param ask gets the condition that a key is in the portion.
 * @returns what was found, portion after portion in the order of the keys; within one, in the order in which it was found.
 */
export async function inPortions<Row>(
  queries: Queries,
  { table, key, only = sql<boolean>`true` }: Asked,
  ask: (isInPortion: RawBuilder<boolean>) => Promise<readonly Row[]>,
  portion: number = usualPortion,
): Promise<Row[]> {
  const column = sql.ref(`${table}.${key}`)
  const found: Row[] = []
  for (let after = ''; ;) {
    const { rows } = await sql<{ last: string | null }>`
      select max(id) as last from (
        select distinct ${column} as id from ${sql.table(table)} where ${column} > ${after} and ${only} order by id limit ${portion}
      ) as ids`.execute(queries)
    const last = rows[0]?.last ?? null
    if (last === null) return found
    // Both bounds, also of the last portion: with one alone PostgreSQL believes it to be larger, and reads whole tables.
    found.push(...(await ask(sql<boolean>`(${column} > ${after} and ${column} <= ${last} and ${only})`)))
    after = last
  }
}

/** All devices. */
export function ofAllDevices<Row>(
  queries: Queries,
  ask: (isInPortion: RawBuilder<boolean>) => Promise<readonly Row[]>,
  portion?: number,
): Promise<Row[]> {
  return inPortions(queries, { table: 'devices', key: 'id' }, ask, portion)
}
