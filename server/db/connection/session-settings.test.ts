import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect, type DatabaseAddress } from './database.ts'
import { openEmbedded } from '#server/db/embedded/embedded.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { foreignSettings } from '#server/db/testing/foreign-settings.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

const at = '2026-03-04T05:06:07.089Z'

/** What the driver makes of each kind of value. */
async function readIn(address: DatabaseAddress) {
  const { database, close } = connect(address)
  const { rows } = await sql`
    select timestamptz '2026-03-04 05:06:07.089+00' as time, timestamp '2026-03-04 05:06:07' as local, interval '1 day -2 hours' as span,
      '\\x0041ff'::bytea as bytes, 0.1::float8 + 0.2::float8 as exact, 'a\\b' as text, '{"a":1}'::jsonb as object,
      array[timestamptz '2026-03-04 05:06:07.089+00'] as times, 'ü€' as signs, current_setting('TimeZone') as zone`.execute(
    database,
  )
  await close()
  return rows[0]
}
const expected = expect.objectContaining({
  time: new Date(at),
  local: expect.any(Date),
  span: expect.objectContaining({ days: 1, hours: -2 }),
  bytes: Buffer.from([0, 0x41, 0xff]),
  exact: 0.1 + 0.2,
  text: 'a\\b',
  object: { a: 1 },
  times: [new Date(at)],
  signs: 'ü€',
  zone: 'UTC',
})

const postgres = runPostgres()
if ('missing' in postgres) test.skip(`a server with other settings (skipped: ${postgres.missing})`)
else
  test('what a database of PostgreSQL is set to, and what its URL says, changes nothing of what is read', async () => {
    const server = connect(postgres)
    await sql`create database elsewhere`.execute(server.database)
    for (const statement of foreignSettings('elsewhere')) await sql.raw(statement).execute(server.database)
    const url = postgres.url.replace('/postgres?', '/elsewhere?')
    expect(await readIn({ url })).toEqual(expected)
    expect(await readIn({ url: `${url}&options=${encodeURIComponent('-c datestyle=SQL,DMY')}` })).toEqual(expected)
    await sql`drop database elsewhere with (force)`.execute(server.database)
    await server.close()
  })

test('what the embedded database is set to changes nothing of what is read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-elsewhere-'))
  await fillWithMigratedDatabase(folder)
  const before = await openEmbedded(folder, 'server')
  const { database, close } = connect(before)
  for (const statement of foreignSettings('postgres')) await sql.raw(statement).execute(database)
  await close()
  await before.close()
  const embedded = await openEmbedded(folder, 'server')
  expect(await readIn(embedded)).toEqual(expected)
  await embedded.close()
  rmSync(folder, { recursive: true })
}, 60_000)
