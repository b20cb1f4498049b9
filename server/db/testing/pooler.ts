import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/testing/free-port.ts'
import { installedPostgres, own } from './postgres-cluster.ts'

const program = '/usr/sbin/pgbouncer'
const startPatienceMs = 30_000
const askAgainMs = 20

export const isPoolerInstalled = existsSync(program)

export interface Pooler {
  /** Of the database behind it. */
  url: string
  stop(): Promise<void>
}

/**
 * PgBouncer before a database of the run's PostgreSQL. It ends and its folder goes with this process, however that ends.
 * @param behind the URL of the database, with the folder of its socket.
 * @param settings further lines of its file.
 */
export async function startPooler(behind: string, settings: readonly string[]): Promise<Pooler> {
  const installed = await installedPostgres()
  if (installed === null) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-pooler-'))
  const { pathname, searchParams } = new URL(behind)
  const database = pathname.slice(1)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    [
      '[databases]',
      `${database} = host=${searchParams.get('host')} dbname=${database} user=postgres`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      ...settings,
    ].join('\n'),
  )
  own(installed, folder)
  // The shell waits for the end of its input, which is the end of this process at the latest. PgBouncer refuses to be root.
  const script = '"$@" & read -r _; kill -TERM $!; wait; rm -rf "$0"'
  const child = spawn('sh', ['-c', script, folder, program, '-q', file], {
    ...installed.user,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  await untilOpen(port)
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/${database}`,
    async stop() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}

async function untilOpen(port: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < startPatienceMs; waitedMs += askAgainMs) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    // Timed: asked again until it answers.
    await sleep(askAgainMs)
  }
  throw new Error('PgBouncer did not start')
}
