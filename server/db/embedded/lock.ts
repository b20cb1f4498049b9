import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'

/** Why a process opens the embedded database: to serve the product, or for one operator's command. */
export type Purpose = 'server' | 'command'

const lockOwner = z.object({
  pid: z.number(),
  purpose: z.enum(['server', 'command']),
  socketFolder: z.string(),
  /** When the owner started, according to the kernel, so that a reused process id is not mistaken for the owner. */
  started: z.string().optional(),
})
export type LockOwner = z.output<typeof lockOwner>

/**
 * The first message of the embedded database's process to its parent. `lacksRoom`: its disk is full; with more room it may
 * open.
 */
export const firstWord = z.union([
  z.literal('ready'),
  z.object({ heldBy: lockOwner }),
  z.object({ failed: z.string(), lacksRoom: z.boolean() }),
])
export type FirstWord = z.output<typeof firstWord>

export type Claim = { release(): void } | { heldBy: LockOwner }

const commandPatienceMs = 60_000
/** When a server is killed, its database closes the files by itself a moment later. */
const serverPatienceMs = 5_000
const retryMs = 200
const patienceMs = { command: commandPatienceMs, server: serverPatienceMs } satisfies Record<Purpose, number>
/** Taking over a stale lock takes microseconds; a guard older than this was left by a crash in the middle of it. */
const guardLifetimeMs = 5_000

/**
 * Claims the folder of the embedded database for this process: two processes can open the same folder without an
 * error, and ruin it. The owner is the process that opens the files, not its parent: it may outlive a killed parent
 * for the moment it needs to close them. A lock whose owner no longer lives is stale and taken over. A server waits for a
 * command to finish, and a moment for a server that may be ending; for a command that finds a server, the claim names it.
 */
export async function claimLock(folder: string, owner: LockOwner): Promise<Claim> {
  const file = join(folder, 'lock.json')
  const mine = JSON.stringify({ ...owner, started: statOf(owner.pid)?.started })
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    if (createExclusively(file, mine)) return { release: () => rmSync(file, { force: true }) }
    const holder = readOwner(file)
    if (holder === 'none') continue
    if (holder === 'damaged' || !isAlive(holder)) {
      if (!removeStale(file)) await sleep(retryMs)
    } else if (owner.purpose === 'command' || waitedMs >= patienceMs[holder.purpose]) {
      return { heldBy: holder }
    } else {
      await sleep(retryMs)
    }
  }
}

/** The lock appears with its whole content or not at all, so that nobody takes a half-written one for a stale one. */
function createExclusively(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, content, { mode: 0o600 })
    return succeedsUnlessItExists(() => linkSync(draft, file))
  } finally {
    // On a full disk it may be there without its content, or not at all.
    rmSync(draft, { force: true })
  }
}

function succeedsUnlessItExists(create: () => void): boolean {
  try {
    create()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Damaged: cut off by a full disk or a power cut. */
function readOwner(file: string): LockOwner | 'none' | 'damaged' {
  try {
    return lockOwner.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'none' : 'damaged'
  }
}

/**
 * Removes a lock whose owner is dead, one process at a time: otherwise a second process that judged the same lock would
 * remove the first one's new lock. False if somebody else is doing it.
 */
function removeStale(file: string): boolean {
  const guard = `${file}.takeover`
  if (!succeedsUnlessItExists(() => mkdirSync(guard))) {
    const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Infinity)
    if (age > guardLifetimeMs) rmSync(guard, { recursive: true, force: true })
    return false
  }
  const present = readOwner(file)
  if (present === 'damaged' || (present !== 'none' && !isAlive(present))) rmSync(file)
  rmdirSync(guard)
  return true
}

function isAlive(owner: LockOwner): boolean {
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  const stat = statOf(owner.pid)
  if (stat === undefined) return true
  // It has ended, and its parent has not asked yet how: in a container whose first process asks for no child, none ever does.
  if (stat.state === 'Z') return false
  return owner.started === undefined || stat.started === owner.started
}

/** Fields 3 and 22 of Linux' /proc/PID/stat: what it does, and its start time in ticks since boot; undefined elsewhere. */
function statOf(pid: number): { state: string | undefined; started: string | undefined } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0], started: fields[19] }
  } catch {
    return undefined
  }
}
