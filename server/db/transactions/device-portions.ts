import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '#server/db/connection/database.ts'

/**
 * So few that PostgreSQL reads what belongs to them by its keys: of 200,000 devices 250 take 1 to 3 ms, 1,000 take 50 to 80, because
 * then it reads a whole table (decision 94).
 */
const devicesAPortion = 250

/**
 * Asks about all devices, a portion of them after the other, so that no statement takes long however many there are.
 * @param ask gets the condition that a device is in the portion.
 * @returns what was found, in the order of the devices' ids.
 */
export async function ofAllDevices<Row>(
  queries: Queries,
  ask: (isInPortion: RawBuilder<boolean>) => Promise<readonly Row[]>,
  portion: number = devicesAPortion,
): Promise<Row[]> {
  const found: Row[] = []
  for (let after = ''; ;) {
    const ids = queries.selectFrom('devices').select('id').where('id', '>', after).orderBy('id').limit(portion)
    const { last } = await queries
      .selectFrom(ids.as('ids'))
      .select((of) => of.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    if (last === null) return found
    // Both bounds, also of the last portion: with one alone PostgreSQL believes it to be larger, and reads whole tables.
    found.push(...(await ask(sql<boolean>`devices.id > ${after} and devices.id <= ${last}`)))
    after = last
  }
}
