import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect } from '#server/db/connection/database.ts'
import { installedPostgres, makeCluster, runCluster } from './postgres-cluster.ts'

const startPatienceMs = 30_000
const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/**
 * Starts the machine's PostgreSQL on a new, empty folder, reachable by a Unix socket only. `stop` ends it and removes its
 * folder; so does the end of this process, however it ends.
 * @param durable what is committed survives a power cut, as people's data must. Tests need not wait for that.
 * @param settings further settings of the server, each `name=value`.
 */
export async function startPostgres({
  durable = false,
  settings = [],
}: { durable?: boolean; settings?: readonly string[] } = {}): Promise<
  { url: string; stop(): Promise<void> } | { missing: string }
> {
  const installed = await installedPostgres()
  if (installed === null) return { missing: 'postgresql-15 is not installed' }
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-postgres-'))
  await makeCluster(installed, folder)
  const server = runCluster(installed, folder, [...(durable ? [] : quick), ...settings])
  const url = `postgresql:///postgres?host=${encodeURIComponent(folder)}&user=postgres`
  if (await hasPostgis(url)) return { url, stop: server.remove }
  await server.remove()
  return { missing: 'postgresql-15-postgis-3 is not installed' }
}

/** The same server, another of its databases. */
export function urlOfDatabase(url: string, name: string): string {
  return url.replace('///postgres?', () => `///${name}?`)
}

async function hasPostgis(url: string): Promise<boolean> {
  const { database, close } = connect({ url })
  try {
    for (let waitedMs = 0; ; waitedMs += 100) {
      try {
        const found = await sql`select 1 from pg_available_extensions where name = 'postgis'`.execute(database)
        return found.rows.length === 1
      } catch (error) {
        if (waitedMs >= startPatienceMs) throw error
        // Timed: asked again until it answers.
        await sleep(100)
      }
    }
  } finally {
    await close()
  }
}
