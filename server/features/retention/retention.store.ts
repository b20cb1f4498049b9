import { type RawBuilder, sql } from 'kysely'
import { dayMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'
import { skippingLocked } from '#server/db/transactions/locks.ts'
import type { Over } from '#server/db/schema/register.ts'
import { registers } from '#server/registers.ts'

const rules = registers
  .flatMap(({ tables }) => Object.entries(tables))
  .flatMap(([table, { over }]) => over.map((one) => ({ table, over: one })))

/**
 * Deletes what is kept no longer (`kept` in the registers). What others hold stays until the next night; what fails stops
 * nothing else.
 * @throws {AggregateError} the failures.
 */
export async function deleteOld(database: Database, now: Date): Promise<void> {
  const failures: unknown[] = []
  for (const { table, over } of rules) {
    const name = sql.table(table)
    try {
      await sql`
        delete from ${name} where ctid in (
          select ctid from ${name} where ${isOver(over, now)} ${skippingLocked(table)})`.execute(database)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not everything that is old could be deleted')
}

function isOver(over: Over, now: Date): RawBuilder<boolean> {
  if (over.days === undefined) return over.only
  const isOld = sql<boolean>`${sql.ref(over.by)} < ${new Date(now.getTime() - over.days * dayMs)}`
  return over.only === undefined ? isOld : sql<boolean>`${isOld} and ${over.only}`
}
