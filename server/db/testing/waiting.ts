import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Queries } from '#server/db/connection/database.ts'

const patienceMs = 10_000

/** Until a session of the PostgreSQL, or of a server beside it, waits for a lock that another one holds. */
export async function untilAnyoneWaits(queries: Queries): Promise<void> {
  const { rows: views } = await sql`select where to_regclass('citus_stat_activity') is not null`.execute(queries)
  const sessions = sql.table(views.length > 0 ? 'citus_stat_activity' : 'pg_stat_activity')
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from ${sessions} where wait_event_type = 'Lock'`.execute(queries)
    expect(rows).not.toEqual([])
  }, patienceMs)
}
