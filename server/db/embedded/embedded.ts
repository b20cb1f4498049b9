import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ConfigProblem } from '#server/config.ts'
import { type FirstWord, firstWord as firstWordSchema, type LockOwner, type Purpose } from './lock.ts'

/** An embedded database that answers: the folder of its socket, and how to release it. */
export interface Embedded {
  socketFolder: string
  /** True when this process started it; false when it joined a product that already runs. */
  own: boolean
  close(): Promise<void>
}

/** Is called when something happens to the database's process after its first answer. */
export interface EmbeddedWatch {
  /** It ended by itself or was killed. Until it is back, nobody gets an answer. */
  onLost(reason: string): void
  /** Its disk is full: it is opened as soon as there is room, however long that takes. */
  onNoRoom(): void
  onBack(): void
  /** Reopening has failed too often and is given up. */
  onGivenUp(reason: string): void
}

const processFile = fileURLToPath(new URL('./embedded.process.ts', import.meta.url))
/** A Unix socket's path is limited to about 107 bytes; `/.s.PGSQL.5432` takes 14 of them. */
const longestSocketFolder = 90

/** The pause before each attempt to reopen it. After the last attempt it is given up. */
const reopenPausesMs = [0, 500, 1_000, 2_000, 4_000]
/** Repairing after a crash takes seconds; a process that reports nothing for this long hangs. */
const openPatienceMs = 60_000
/** A full disk is no reason to give up: it stays full until somebody makes room, perhaps tomorrow. */
const roomPauseMs = 2_000
/** A process that ends sooner than this after its first answer counts as one more failure to open it. */
const steadyMs = 1_000

/**
 * Opens the embedded database in `dataDir`, or joins the one that a running product has open there. If its process ends
 * unexpectedly (killed, out of memory, out of disk), it is reopened on the same socket; on a full disk once there is room.
 * A `server` never joins: two products on one folder would be a mistake of the operator.
 * @throws {ConfigProblem} when the folder cannot be written, or another product holds it.
 */
export async function openEmbedded(dataDir: string, purpose: Purpose, watch?: EmbeddedWatch): Promise<Embedded> {
  const folder = resolve(dataDir)
  prepareFolder(folder)
  const socketFolder = chooseSocketFolder(folder)
  const start = () =>
    fork(processFile, [folder, socketFolder, purpose], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const child = start()
  const outcome = await firstWord(child)
  if (outcome === 'ready') {
    const stop = keepOpen(child, start, watch)
    return { socketFolder, own: true, close: stop }
  }
  if ('heldBy' in outcome) return joinOwner(outcome.heldBy, purpose)
  throw new ConfigProblem(`Die eingebettete Datenbank in ${folder} lässt sich nicht öffnen: ${inWords(outcome)}`)
}

/** Reopens the database whenever its process ends unexpectedly. Call the result to end it. */
function keepOpen(first: ChildProcess, start: () => ChildProcess, watch?: EmbeddedWatch): () => Promise<void> {
  const closing = new AbortController()
  let child = first

  /** @returns why it cannot be kept open, or null when it was closed. */
  async function keeping(): Promise<string | null> {
    let failures = 0
    let isLost = false
    let waitsForRoom = false
    let ending = await endOf(child, closing.signal)
    while (!closing.signal.aborted) {
      if (!isLost) watch?.onLost(inWords(ending))
      isLost = true
      const pauseMs = waitsForRoom ? roomPauseMs : reopenPausesMs[failures]
      if (pauseMs === undefined) return inWords(ending)
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return null
      const opened = await open()
      if (opened === 'ready') {
        const end = endOf(child, closing.signal)
        const early = await Promise.race([end, sleep(steadyMs, null, { signal: closing.signal }).catch(() => null)])
        if (early === null) {
          failures = 0
          isLost = false
          waitsForRoom = false
          if (!closing.signal.aborted) watch?.onBack()
          ending = await end
          continue
        }
        ending = early
      } else {
        ending = opened
      }
      if (!ending.lacksRoom) failures += 1
      else if (!waitsForRoom) watch?.onNoRoom()
      waitsForRoom = ending.lacksRoom
    }
    return null
  }

  async function open(): Promise<'ready' | Ending> {
    child = start()
    const opening = child
    const overdue = setTimeout(() => opening.kill('SIGKILL'), openPatienceMs)
    const outcome = await firstWord(child).finally(() => clearTimeout(overdue))
    if (outcome === 'ready' || !('heldBy' in outcome)) return outcome
    return { failed: `Prozess ${outcome.heldBy.pid} hat sie offen`, lacksRoom: false }
  }

  const kept = keeping().then((reason) => {
    if (reason !== null) watch?.onGivenUp(reason)
  })
  return async () => {
    closing.abort()
    await kept
    await stopProcess(child)
  }
}

/** Why the database's process did not open it, or ended. */
type Ending = Extract<FirstWord, { failed: string }>

/** Waits until a process ends, or is about to be ended. */
async function endOf(child: ChildProcess, closing: AbortSignal): Promise<Ending> {
  let lastWord: FirstWord | undefined
  child.on('message', (word) => (lastWord = firstWordSchema.parse(word)))
  if (child.exitCode === null && child.signalCode === null) {
    await once(child, 'exit', { signal: closing }).catch(() => undefined)
  }
  return typeof lastWord === 'object' && 'failed' in lastWord ? lastWord : unasked(child)
}

function unasked({ exitCode, signalCode }: ChildProcess): Ending {
  return { failed: `Prozess beendet mit ${signalCode ?? String(exitCode)}`, lacksRoom: false }
}

function inWords({ failed, lacksRoom }: Ending): string {
  return lacksRoom ? `auf ihrem Datenträger ist kein Platz mehr (${failed})` : failed
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigProblem(`DATA_DIR ${folder} lässt sich nicht beschreiben (${codeOf(error)})`, { cause: error })
  }
}

/** Beside the database if the path is short enough; otherwise in a folder of the system that only this user can enter. */
function chooseSocketFolder(folder: string): string {
  const beside = join(folder, 'socket')
  if (Buffer.byteLength(beside) > longestSocketFolder) return mkdtempSync(join(tmpdir(), 'wegwarte-'))
  mkdirSync(beside, { recursive: true, mode: 0o700 })
  chmodSync(beside, 0o700)
  return beside
}

function joinOwner(owner: LockOwner, purpose: Purpose): Embedded {
  if (purpose === 'server') {
    throw new ConfigProblem(`DATA_DIR wird schon benutzt: Prozess ${owner.pid} hat die eingebettete Datenbank offen`)
  }
  return { socketFolder: owner.socketFolder, own: false, close: async () => undefined }
}

async function firstWord(child: ChildProcess): Promise<FirstWord> {
  const exited = once(child, 'exit').then(() => [unasked(child)])
  const [word] = await Promise.race([once(child, 'message'), exited])
  return firstWordSchema.parse(word)
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  if (child.connected) child.disconnect()
  await exited
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
