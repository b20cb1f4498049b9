import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Queries } from '#server/db/connection/database.ts'

const patienceMs = 10_000

/** Until a session of the PostgreSQL waits for a lock that another one holds. */
export async function untilAnyoneWaits(queries: Queries): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(queries)
    expect(rows).not.toEqual([])
  }, patienceMs)
}
