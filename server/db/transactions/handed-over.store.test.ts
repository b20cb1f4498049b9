import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/db/connection/database.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { ownersChanges, putWorld, writers } from '#server/db/testing/writers.ts'
import { handOverFirst } from '#server/features/devices/testing/writers.ts'

/*
 * The device's owner is looked up before a call is handled (`http/ownership.ts`). By the time of the write, the device may
 * belong to somebody else. So every store that writes looks again.
 */
const changes = [...writers.filter(({ isOwners }) => isOwners === true), ...ownersChanges]

describeOnBothDatabases('a device that changed hands after its owner was looked up', (database) => {
  beforeEach(() => putWorld(database))

  test.each(changes)('is not changed by $name', async ({ prepare, write }) => {
    await prepare?.(database)
    await handOverFirst(database)
    const before = await contents(database)
    await write(database, 'late')
    expect(await contents(database)).toEqual(before)
  })

  test.each(changes)('would have been changed by $name before', async ({ prepare, write }) => {
    await prepare?.(database)
    const before = await contents(database)
    await write(database, 'in-time')
    expect(await contents(database)).not.toEqual(before)
  })
})

/** A hash of the rows of each table. */
async function contents(database: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename != 'spatial_ref_sys' order by 1`.execute(database)
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as hash
      from ${sql.table(name)} as row`.execute(database)
    hashes[name] = rows[0]?.hash ?? ''
  }
  return hashes
}
