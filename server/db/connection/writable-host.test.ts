import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isDatabaseAway } from '#server/platform/outage.ts'
import { connect, type Connection } from './database.ts'
import { databaseUrlsOf } from './database-url.ts'
import {
  installedPostgres,
  type InstalledPostgres,
  makeCluster,
  own,
  runCluster,
  type RunningCluster,
} from '#server/db/testing/postgres-cluster.ts'
import { socketsToWritableHost } from './writable-host.ts'

/* Two real servers: one that can be written to, and one in recovery, which is what a standby is to those who ask it. */

const patienceMs = 60_000
const installed = await installedPostgres()

if (installed === null) test.skip('several hosts (skipped: postgresql-15 is not installed)')
else {
  describe('of several hosts', () => {
    let folders: [standby: string, primary: string]
    let standby: RunningCluster
    let primary: RunningCluster
    let both: Connection
    beforeAll(async () => {
      folders = [await madeCluster(installed), await madeCluster(installed)]
      const signal = join(folders[0], 'data', 'standby.signal')
      writeFileSync(signal, '')
      own(installed, signal)
      // A standby may not have fewer than the server that its log is of: here the one that `initdb` ran.
      standby = runCluster(installed, folders[0], ['fsync=off', 'max_connections=100'])
      primary = runCluster(installed, folders[1], ['fsync=off'])
      for (const folder of folders) await untilAnswering(folder)
      both = connect({ url: urlOf(...folders) })
    }, patienceMs)
    afterAll(async () => {
      await both.close()
      await standby.remove()
      await primary.remove()
    })

    // Refused by a server in recovery, like everything that changes something.
    const write = () => sql`select pg_current_xact_id()`.execute(both.database)

    test('the one that can be written to is used, whichever comes first', async () => {
      await Promise.all(Array.from({ length: 5 }, write))
      expect(await isFollowing(folders[0])).toBe(true)
    })

    test(
      'while none can be, it is an outage, and the one that is promoted is found',
      async () => {
        await primary.kill()
        const failure: unknown = await write().catch((error: unknown) => error)
        expect(isDatabaseAway(failure)).toBe(true)
        // Until no connection is left that could break.
        await expect
          .poll(() => write().then(() => 'written', String))
          .toMatch(/keiner der Hosts nimmt Änderungen an \(Host 1: folgt einem anderen, Host 2: \w+\)/)
        const alone = connect({ url: urlOf(folders[0]) })
        await sql`select pg_promote()`.execute(alone.database)
        await alone.close()
        await vi.waitUntil(async () => !(await isFollowing(folders[0])))
        await write()
      },
      patienceMs,
    )

    test(
      'one that nobody is connected to any more is not trusted, because meanwhile another may have taken over',
      async () => {
        const urls = databaseUrlsOf(urlOf(...folders)) ?? []
        const stream = socketsToWritableHost(urls)
        const writeOnce = async () => {
          const client = new pg.Client({ connectionString: urls[0], stream })
          await client.connect()
          await client.query('select pg_current_xact_id()')
          await client.end()
          return 'written'
        }
        expect(await writeOnce()).toBe('written')
        await standby.stop()
        primary = runCluster(installed, folders[1], ['fsync=off'])
        await untilAnswering(folders[1])
        expect(await writeOnce()).toBe('written')
      },
      patienceMs,
    )
  })
}

async function madeCluster(made: InstalledPostgres): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-host-'))
  await makeCluster(made, folder)
  return folder
}

function urlOf(...folders: string[]): string {
  return `postgresql:///postgres?host=${folders.join(',')}&user=postgres`
}

async function isFollowing(folder: string): Promise<boolean> {
  const { database, close } = connect({ url: urlOf(folder) })
  try {
    const { rows } = await sql<{ follows: boolean }>`select pg_is_in_recovery() as follows`.execute(database)
    return rows[0]?.follows === true
  } finally {
    await close()
  }
}

async function untilAnswering(folder: string): Promise<void> {
  await vi.waitUntil(
    () =>
      isFollowing(folder).then(
        () => true,
        () => false,
      ),
    { timeout: patienceMs, interval: 100 },
  )
}
