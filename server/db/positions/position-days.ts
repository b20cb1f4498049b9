import { sql } from 'kysely'
import { dayMs } from '#contract/base/time-units.ts'
import { utcDay } from '#domain/time/fix-time.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { holdPositionDays, inTransaction } from '#server/db/transactions/locks.ts'

/*
 * Positions lie in one partition per UTC day of their fix time. UTC, because such a day has 24 hours in every week of
 * the year. A query for a range of time does not show where it was cut.
 */

const partitionPattern = /^positions_(\d{4})(\d\d)(\d\d)$/

/**
 * How long dropping a day waits for the queries that still read it; a backup reads for minutes. All reports wait meanwhile.
 * After this time the day is left for the next attempt.
 */
const dropPatience = '200ms'
/** lock_not_available: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const lockNotAvailable = '55P03'

/**
 * Makes sure that the days of these fixes have their partitions. Tomorrow's is made in the evening (`history.jobs.ts`): a report makes
 * the day of an old fix, and its own where nothing ran that evening. Runs inside a transaction; several processes may do so at once.
 * @returns the days, to be remembered once the transaction is committed.
 */
export async function prepareDays(
  transaction: Queries,
  fixTimes: readonly Date[],
  known: ReadonlySet<number>,
): Promise<number[]> {
  const days = [...new Set(fixTimes.map((at) => utcDay(at).getTime()))].filter((day) => !known.has(day))
  if (days.length === 0) return []
  await holdPositionDays(transaction)
  for (const day of days) await prepareDay(transaction, new Date(day))
  return days
}

/** Attached, not created as a partition: that would wait for every query and backup that reads positions. */
async function prepareDay(transaction: Queries, day: Date): Promise<void> {
  const name = `positions_${day.toISOString().slice(0, 10).replaceAll('-', '')}`
  const found = await sql`select 1 where to_regclass(${name}) is not null`.execute(transaction)
  if (found.rows.length > 0) return
  const next = new Date(day.getTime() + dayMs)
  const [from, to] = [sql.lit(day.toISOString()), sql.lit(next.toISOString())]
  await sql`create table ${sql.table(name)} (like positions including all)`.execute(transaction)
  await sql`alter table positions attach partition ${sql.table(name)} for values from (${from}) to (${to})`.execute(
    transaction,
  )
}

/** Drops the days that ended at or before an instant, unless somebody reads them just now. Returns how many. */
export async function dropDaysBefore(database: Database, before: Date): Promise<number> {
  const partitions = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'positions'::regclass`.execute(database)
  const over = partitions.rows.filter(({ name }) => endOf(name) <= before.getTime())
  let dropped = 0
  for (const { name } of over) {
    // Reports have already waited for this day: they need not wait for the next one, too.
    if (!(await drop(database, name))) break
    dropped += 1
  }
  return dropped
}

/** False where somebody still reads it. */
async function drop(database: Database, name: string): Promise<boolean> {
  try {
    await inTransaction(database, {}, async (transaction) => {
      await sql`set local lock_timeout = ${sql.lit(dropPatience)}`.execute(transaction)
      await sql`drop table if exists ${sql.table(name)}`.execute(transaction)
    })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable) return false
    throw error
  }
}

function endOf(partition: string): number {
  const [, year, month, day] = partitionPattern.exec(partition) ?? []
  return year === undefined ? Infinity : Date.UTC(Number(year), Number(month) - 1, Number(day)) + dayMs
}
