import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installedPostgres, type InstalledPostgres, runProgram } from '#server/db/testing/postgres-cluster.ts'
import { copyPrimary, standbyName, untilFollowed, waitForStandby } from '#server/db/testing/standby.ts'
import { during } from './database.ts'
import { install, type Server, startCluster, startServer, urlOf } from './installation.ts'
import { type Load, reportsTo, type Row } from './load.ts'

/**
 * An installation of its own on a PostgreSQL and a standby, for which every commit waits: the primary is killed and the standby
 * promoted, then the old primary follows the new one, and is away for a while. Null where PostgreSQL is not installed.
 */
export async function withStandby(awaySeconds: number): Promise<Row[] | null> {
  const installed = await installedPostgres()
  const one = await startServer()
  if (installed === null || one === null) return null
  const other = await startStandby(installed, one, mkdtempSync(join(tmpdir(), 'wegwarte-standby-')))
  const installation = await install({ ...one, url: urlOf([one.folder, other.folder]) })

  const load = () => reportsTo(installation)
  const promoted = await promotion(installed, one, other, load())
  rmSync(join(one.folder, 'data'), { recursive: true })
  const again = await startStandby(installed, other, one.folder)
  const waited = await standbyAway(other, again, load(), awaySeconds)

  await installation.close()
  await one.connection.close()
  for (const server of [again, other]) await server.remove()
  return [promoted, waited]
}

/** A copy of the primary that follows it. From then on each commit waits until the standby has written it, too. */
async function startStandby(installed: InstalledPostgres, primary: Server, folder: string): Promise<Server> {
  await copyPrimary(installed, primary.folder, folder)
  const standby = await startCluster(installed, folder)
  await waitForStandby(primary.connection, standbyName)
  await untilFollowed(primary.connection)
  return standby
}

/** Promoted at once: how long somebody takes to notice, or Patroni, comes on top. */
async function promotion(installed: InstalledPostgres, primary: Server, standby: Server, load: Load): Promise<Row> {
  let tookMs = 0
  const row = await during(standby, 'promotion: primary killed (SIGKILL), standby promoted', load, async () => {
    const since = performance.now()
    await primary.kill()
    await runProgram(installed, standby.folder, 'pg_ctl', ['promote', '-D', join(standby.folder, 'data')])
    await waitForStandby(standby.connection, '')
    const promotedAt = performance.now()
    await load.untilOneAcknowledged()
    const firstAt = performance.now()
    await load.untilAllAcknowledged()
    tookMs = performance.now() - since
    const note = `promoted after ${seconds(promotedAt - since)} s, first acknowledged after ${seconds(firstAt - since)} s`
    return { since, note }
  })
  // Also where no report was refused, because the standby took over while they waited.
  return { ...row, seconds: tookMs / 1000 }
}

function standbyAway(primary: Server, standby: Server, load: Load, awaySeconds: number): Promise<Row> {
  return during(primary, `standby away ${awaySeconds} s, commits wait`, load, async () => {
    await standby.stop()
    const before = countOf(load)
    await sleep(awaySeconds * 1000)
    const meanwhile = countOf(load) - before
    const since = performance.now()
    await standby.start()
    return { since, note: `${meanwhile} acknowledged meanwhile` }
  })
}

function countOf({ acknowledged }: Load): number {
  return [...acknowledged.values()].reduce((count, { size }) => count + size, 0)
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
