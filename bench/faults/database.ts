import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Installation, install, type Server, startServer } from './installation.ts'
import { judge, type Load, reportsTo, type Row } from './load.ts'

export interface Happened {
  /** When the fault was over, or when something was killed: from then on, recovering is timed. */
  since: number
  note: string
  /** What goes on while the load recovers. */
  meanwhile?: Promise<void>
}

/** What a fault does to a load that goes on: until all are answered again, then what became of what was acknowledged. */
export async function during(
  { connection }: Pick<Server, 'connection'>,
  fault: string,
  load: Load,
  happen: () => Promise<Happened>,
): Promise<Row> {
  await load.untilAllAcknowledged()
  const refusedBefore = load.refused()
  const { since, note, meanwhile } = await happen()
  await load.untilAllAcknowledged()
  const seconds = (performance.now() - since) / 1000
  const wasInterrupted = load.refused() > refusedBefore
  await meanwhile
  await load.end()
  return {
    fault,
    load: load.name,
    ...(await judge(connection, load)),
    seconds: wasInterrupted ? seconds : null,
    note,
  }
}

export function databaseAway({ server, ...installation }: Installation, awaySeconds: number): Promise<Row> {
  return during(server, `database away ${awaySeconds} s`, reportsTo(installation), async () => {
    await server.stop()
    await sleep(awaySeconds * 1000)
    const since = performance.now()
    await server.start()
    return { since, note: `it answered after ${secondsSince(since)} s` }
  })
}

export function databaseKilled({ server, ...installation }: Installation): Promise<Row> {
  return during(server, 'database killed (SIGKILL)', reportsTo(installation), async () => {
    const since = performance.now()
    await server.kill()
    await server.start()
    return { since, note: `started anew at once, it answered after ${secondsSince(since)} s` }
  })
}

/** An installation of its own on a small disk in memory; null where this user may not make one. */
export async function diskFull(fullSeconds: number): Promise<Row | null> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  try {
    chmodSync(folder, 0o755)
    const server = await startServer(folder)
    if (server === null) return null
    const installation = await install(server)
    const row = await during(server, `disk full ${fullSeconds} s`, reportsTo(installation), async () => {
      const filler = join(folder, 'filler')
      fill(filler)
      await sleep(fullSeconds * 1000)
      const since = performance.now()
      rmSync(filler)
      await server.start()
      return { since, note: 'that of the database, 400 MB in memory' }
    })
    await installation.close()
    await server.remove()
    return row
  } finally {
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

function secondsSince(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

function fill(file: string): void {
  const handle = openSync(file, 'w')
  try {
    for (let size = 1_048_576; size >= 4_096; size /= 2) {
      const piece = Buffer.alloc(size)
      try {
        for (;;) writeSync(handle, piece)
      } catch {
        // It is full for pieces of this size.
      }
    }
  } finally {
    closeSync(handle)
  }
}
