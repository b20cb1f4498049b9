import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigProblem } from '#server/config.ts'
import { type FirstWord, firstWord as firstWordSchema, type LockOwner, type Purpose } from '#server/db/lock.ts'

/** An embedded database that answers: the folder of its socket, and how to let go of it. */
export interface Embedded {
  socketFolder: string
  /** True when this process started it; false when it goes through the product that already runs. */
  own: boolean
  close(): Promise<void>
}

const processFile = fileURLToPath(new URL('./embedded.process.ts', import.meta.url))
/** A Unix socket's path is limited to about 107 bytes; `/.s.PGSQL.5432` takes 14 of them. */
const longestSocketFolder = 90

/**
 * Opens the embedded database in `dataDir`, or joins the one that a running product has open there.
 * A `server` never joins: two products on one folder would be a mistake of the operator.
 * @throws {ConfigProblem} when the folder cannot be written, or another product holds it.
 */
export async function openEmbedded(dataDir: string, purpose: Purpose): Promise<Embedded> {
  const folder = resolve(dataDir)
  prepareFolder(folder)
  const socketFolder = chooseSocketFolder(folder)
  const child = fork(processFile, [folder, socketFolder, purpose], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const outcome = await firstWord(child)
  if (outcome === 'ready') return { socketFolder, own: true, close: () => stopProcess(child) }
  if ('heldBy' in outcome) return joinOwner(outcome.heldBy, purpose)
  throw new ConfigProblem(`Die eingebettete Datenbank in ${folder} öffnet nicht: ${outcome.failed}`)
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigProblem(`DATA_DIR ${folder} lässt sich nicht beschreiben (${codeOf(error)})`, { cause: error })
  }
}

/** Beside the database where the path is short enough; else in a folder of the system that only this user can enter. */
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
  const exited = once(child, 'exit').then(([code]) => [{ failed: `Prozess beendet mit ${String(code)}` }])
  const [word] = await Promise.race([once(child, 'message'), exited])
  return firstWordSchema.parse(word)
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.disconnect()
  await exited
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
