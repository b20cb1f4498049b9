import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'

/** Why a process opens the embedded database: to serve the product, or for one operator's command. */
export type Purpose = 'server' | 'command'

const lockOwner = z.object({
  pid: z.number(),
  purpose: z.enum(['server', 'command']),
  socketFolder: z.string(),
  /** When the owner started, as the kernel tells it, so that a reused process id is not taken for the owner. */
  started: z.string().optional(),
})
export type LockOwner = z.output<typeof lockOwner>

/** What the process of the embedded database tells its parent first. */
export const firstWord = z.union([
  z.literal('ready'),
  z.object({ heldBy: lockOwner }),
  z.object({ failed: z.string() }),
])
export type FirstWord = z.output<typeof firstWord>

export type Claim = { release(): void } | { heldBy: LockOwner }

const commandPatienceMs = 60_000
const retryMs = 200

/**
 * Claims the folder of the embedded database for this process: two processes can open the same folder without an
 * error, and ruin it. The owner is the process that opens the files, not its parent: it may outlive a killed parent
 * for the moment it needs to close them. A lock whose owner no longer lives is stale and taken over. A server waits for a command to
 * finish; whoever finds a server gets told who it is.
 */
export async function claimLock(folder: string, owner: LockOwner): Promise<Claim> {
  const file = join(folder, 'lock.json')
  const mine = JSON.stringify({ ...owner, started: startOf(owner.pid) })
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    if (createExclusively(file, mine)) return { release: () => rmSync(file, { force: true }) }
    const holder = readOwner(file)
    if (holder === null || !isAlive(holder)) {
      removeStale(file, holder)
    } else if (holder.purpose === 'server' || owner.purpose === 'command' || waitedMs >= commandPatienceMs) {
      return { heldBy: holder }
    } else {
      await sleep(retryMs)
    }
  }
}

function createExclusively(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function readOwner(file: string): LockOwner | null {
  try {
    return lockOwner.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Gone again, or cut off by the crash that made it stale.
    return null
  }
}

/** Removes the lock only while it still is the stale one that was judged. */
function removeStale(file: string, judged: LockOwner | null): void {
  const present = readOwner(file)
  if (present?.pid === judged?.pid && present?.started === judged?.started) rmSync(file, { force: true })
}

function isAlive(owner: LockOwner): boolean {
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  const started = startOf(owner.pid)
  return owner.started === undefined || started === undefined || started === owner.started
}

/** Field 22 of Linux' /proc/PID/stat, the start time in ticks since boot; undefined elsewhere. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}
