/*
 * The process that owns the embedded database. It opens PGlite with PostGIS, serves it on a Unix socket, and nothing
 * else: whoever called the PGlite object directly while it serves would end other clients' transactions
 * (docs/decisions/0002-embedded-database.md). It ends with its parent, however that dies.
 */
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { serveEmbedded } from '#server/db/embedded-server.ts'
import { leanPostgis } from '#server/db/lean-postgis.ts'
import { claimLock, type FirstWord } from '#server/db/lock.ts'

const [folder, socketFolder, purpose] = process.argv.slice(2)
if (folder === undefined || socketFolder === undefined || (purpose !== 'server' && purpose !== 'command')) {
  throw new Error('needs the folder, the folder of the socket and the purpose')
}

const brokenCode = 70

let close: () => Promise<void> = async () => undefined

// Ctrl-C and a closed terminal reach the whole group of processes; this one waits until its parent is done with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
process.on('disconnect', () => void close().finally(() => process.exit(0)))

try {
  const claim = await claimLock(folder, { pid: process.pid, purpose, socketFolder })
  if ('heldBy' in claim) {
    tellParent({ heldBy: claim.heldBy })
    process.disconnect()
  } else {
    close = async () => claim.release()
    const postgis = leanPostgis(join(folder, 'postgis'))
    const open = () => PGlite.create(join(folder, 'database'), { extensions: { postgis } })
    const server = await serveEmbedded(open, join(socketFolder, '.s.PGSQL.5432'), endBroken)
    close = async () => {
      await server.stop()
      claim.release()
    }
    tellParent('ready')
  }
} catch (error) {
  tellParent({ failed: reasonOf(error) })
  process.disconnect()
}

/**
 * At once and without closing: what is committed is in the files, and whoever takes over repairs them from the log of
 * the database, while a broken one might write to them.
 */
function endBroken(error: unknown): void {
  const word = { failed: reasonOf(error) }
  process.send?.(word, () => process.exit(brokenCode))
}

/** PGlite also throws objects that are no errors, with the number of what the system said. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message
  if (typeof error === 'object' && error !== null && 'errno' in error) return `errno ${String(error.errno)}`
  return 'unknown'
}

function tellParent(word: FirstWord): void {
  process.send?.(word)
}
