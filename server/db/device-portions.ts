import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'

/** So many that one statement about them stays under 20 ms (`npm run bench -- statements`). */
const devicesAPortion = 1_000

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
    const last = await queries
      .selectFrom('devices')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .offset(portion - 1)
      .limit(1)
      .executeTakeFirst()
    if (last === undefined) return [...found, ...(await ask(sql<boolean>`devices.id > ${after}`))]
    found.push(...(await ask(sql<boolean>`devices.id > ${after} and devices.id <= ${last.id}`)))
    after = last.id
  }
}
