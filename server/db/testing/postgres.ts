import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { connect } from '#server/db/database.ts'

const run = promisify(execFile)
const startPatienceMs = 30_000
const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const reachable = ['listen_addresses=', 'max_connections=60']

/**
 * Starts the machine's PostgreSQL on a new, empty folder, reachable by a Unix socket only. `stop` ends it and removes its
 * folder; so does the end of this process, however it ends.
 * @param durable what is committed survives a power cut, as people's data must. Tests need not wait for that.
 */
export async function startPostgres({ durable = false } = {}): Promise<
  { url: string; stop(): Promise<void> } | { missing: string }
> {
  const programs = findPrograms()
  if (programs === undefined) return { missing: 'postgresql-15 is not installed' }
  const user = await unprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-postgres-'))
  if (user !== undefined) chownSync(folder, user.uid, user.gid)

  const data = join(folder, 'data')
  await run(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...user,
    cwd: folder,
  })
  const settings = [...(durable ? [] : quick), ...reachable, `unix_socket_directories=${folder}`].flatMap((setting) => [
    '-c',
    setting,
  ])
  // The shell waits for the end of its input, which is the end of this process at the latest.
  const server = spawn(
    'sh',
    [
      '-c',
      '"$@" & read -r _; kill -INT $!; wait; rm -rf "$0"',
      folder,
      join(programs, 'postgres'),
      '-D',
      data,
      ...settings,
    ],
    { ...user, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] },
  )
  const url = `postgresql:///postgres?host=${encodeURIComponent(folder)}&user=postgres`
  const stop = () => stopServer(server)
  if (await hasPostgis(url)) return { url, stop }
  await stop()
  return { missing: 'postgresql-15-postgis-3 is not installed' }
}

/** The folder with `initdb` and `postgres`: Debian's, newest first, else wherever PATH has them. */
function findPrograms(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
  const path = (process.env['PATH'] ?? '').split(delimiter)
  return [...debian, ...path].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

/** PostgreSQL refuses to run as root. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (option: '-u' | '-g') =>
    Number((await run('id', [option, 'postgres']).catch(() => run('id', [option, 'nobody']))).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
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

async function stopServer(server: ChildProcess): Promise<void> {
  const exited = once(server, 'exit')
  server.stdin?.end()
  await exited
}
