/*
 * The process that owns the embedded database. It opens PGlite with PostGIS, serves it on a Unix socket, and does nothing
 * else: direct calls of the PGlite object while it serves would end other clients' transactions
 * (docs/decisions/0002-embedded-database.md). It ends with its parent, however the parent ends.
 */
import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { serveEmbedded } from './embedded-server.ts'
import { openWithPostgis } from './lean-postgis.ts'
import { claimLock, type FirstWord } from './lock.ts'

const [folder, socketFolder, purpose] = process.argv.slice(2)
if (folder === undefined || socketFolder === undefined || (purpose !== 'server' && purpose !== 'command')) {
  throw new Error('needs the folder, the folder of the socket and the purpose')
}

const brokenCode = 70
const closePatienceMs = 20_000
/** PostgreSQL writes its log in files of this size, and creates each at its full size before it uses it. */
const leastRoomBytes = 16 * 1024 * 1024
/** There is no room on the disk, in this user's quota, or for a file of that size. */
const roomCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG'])

let close: () => Promise<void> = async () => undefined

// Ctrl-C and a closed terminal reach the whole group of processes; this one waits until its parent is done with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
process.on('disconnect', () => {
  // If nothing can be written, closing may never end. What is committed is in the files already.
  setTimeout(() => process.exit(brokenCode), closePatienceMs).unref()
  void close().finally(() => process.exit(0))
})

try {
  const claim = await claimLock(folder, { pid: process.pid, purpose, socketFolder })
  if ('heldBy' in claim) {
    notifyParent({ heldBy: claim.heldBy })
    process.disconnect()
  } else {
    close = async () => claim.release()
    const server = await serveEmbedded(() => openWithPostgis(folder), join(socketFolder, '.s.PGSQL.5432'), endBroken)
    close = async () => {
      await server.stop()
      claim.release()
    }
    notifyParent('ready')
  }
} catch (error) {
  notifyParent(failureOf(error))
  process.disconnect()
}

/**
 * Ends at once and without closing. What is committed is in the files, and the next process repairs them from the
 * database's log. Closing would let a broken database write to them.
 */
function endBroken(error: unknown): void {
  process.send?.(failureOf(error), () => process.exit(brokenCode))
}

function failureOf(error: unknown): FirstWord {
  return { failed: reasonOf(error), lacksRoom: lacksRoom(error) }
}

/** On a full disk PostgreSQL usually gives up, and PGlite then fails with some other error. So the disk is asked, too. */
function lacksRoom(error: unknown): boolean {
  if (error instanceof Error && 'code' in error && roomCodes.has(error.code)) return true
  const { bavail, bsize } = statfsSync(folder ?? '.')
  return bavail * bsize < leastRoomBytes
}

/** PGlite also throws objects that are not of the class `Error`, with the number of the system's error. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message
  if (typeof error === 'object' && error !== null && 'errno' in error) return `errno ${String(error.errno)}`
  return 'unknown'
}

function notifyParent(word: FirstWord): void {
  process.send?.(word)
}
