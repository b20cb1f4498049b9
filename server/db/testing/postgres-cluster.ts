import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The machine's PostgreSQL, and the user who may run it. */
export interface InstalledPostgres {
  /** The folder with `initdb` and `postgres`. */
  programs: string
  user: { uid: number; gid: number } | undefined
}

/** Debian's, newest first, else wherever PATH has it. */
export async function installedPostgres(): Promise<InstalledPostgres | null> {
  const debian = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
  const path = (process.env['PATH'] ?? '').split(delimiter)
  const programs = [...debian, ...path].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
  return programs === undefined ? null : { programs, user: await unprivilegedUser() }
}

/** PostgreSQL refuses to run as root. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (option: '-u' | '-g') =>
    Number((await run('id', [option, 'postgres']).catch(() => run('id', [option, 'nobody']))).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

/** Makes an empty database cluster in a folder that exists. */
export async function makeCluster(installed: InstalledPostgres, folder: string): Promise<void> {
  own(installed, folder)
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  await runProgram(installed, folder, 'initdb', ['-D', join(folder, 'data'), ...options])
}

/** Gives a folder to the user who runs PostgreSQL. */
export function own({ user }: InstalledPostgres, folder: string): void {
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
}

/** Runs one of PostgreSQL's programs to its end. */
export async function runProgram(
  { programs, user }: InstalledPostgres,
  folder: string,
  name: string,
  words: readonly string[],
): Promise<void> {
  await run(join(programs, name), words, { ...user, cwd: folder })
}

export interface RunningCluster {
  /** Whether it has not ended by itself. */
  isAlive(): boolean
  /** Ends it at once, as the kernel does when memory runs out. */
  kill(): Promise<void>
  /** Ends it in good order. */
  stop(): Promise<void>
  /** Ends it, and removes its folder. */
  remove(): Promise<void>
}

/** Runs a cluster, reachable by a socket in its folder. It ends and its folder goes with this process, however that ends. */
export function runCluster(
  { programs, user }: InstalledPostgres,
  folder: string,
  settings: readonly string[],
): RunningCluster {
  const data = join(folder, 'data')
  const usual = ['listen_addresses=', 'max_connections=60', `unix_socket_directories=${folder}`]
  const options = [...usual, ...settings].flatMap((setting) => ['-c', setting])
  // Its reader waits for a word or for the end of its input, which is the end of this process at the latest.
  const script = `
    trap gone=yes TERM
    exec 3<&0
    "$@" & server=$!
    { read -r word <&3; test "$word" = stop || kill -TERM $$; kill -INT $server; } &
    wait $server; wait $server
    test -z "$gone" || rm -rf "$0"`
  const words = ['-c', script, folder, join(programs, 'postgres'), '-D', data, ...options]
  const shell = spawn('sh', words, { ...user, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = once(shell, 'exit')
  shell.stdin.on('error', () => undefined)
  const end = async (word: string) => {
    shell.stdin.end(word)
    await ended
  }
  return {
    isAlive: () => shell.exitCode === null,
    async kill() {
      process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
      await end('stop\n')
    },
    stop: () => end('stop\n'),
    async remove() {
      await end('')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
