import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '#server/db/connection/database.ts'
import { takeAdvisoryLock } from './locks.ts'

export interface Closable {
  close(): Promise<void>
}

const askEveryMs = 2_000

/**
 * Opens what only one process of an installation may have open, when it is this one's turn: the others wait. When the process
 * dies or the database loses it, it closes, and the next one opens. On the embedded database there are no others.
 */
export function openUnderLock(connection: Connection, name: string, open: () => Closable): Closable {
  if (connection.embedded) return open()
  const closing = new AbortController()
  const taking = async () => {
    while (!closing.signal.aborted) {
      try {
        await openOnce(connection, name, open, closing.signal)
      } catch {
        // The database cannot be reached; whatever else asks it reports why.
      }
      await sleep(askEveryMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const taken = taking()
  return {
    async close() {
      closing.abort()
      await taken
    },
  }
}

/** Resolves when it is somebody else's turn, or when what was opened has been closed. */
async function openOnce(connection: Connection, name: string, open: () => Closable, closing: AbortSignal) {
  const session = await connection.pool.connect()
  let isOurs = true
  try {
    const lost = new AbortController()
    session.once('end', () => lost.abort())
    isOurs = await takeAdvisoryLock(session, name)
    if (!isOurs) return
    const over = AbortSignal.any([closing, lost.signal])
    if (over.aborted) return
    const opened = open()
    await new Promise<void>((resolve) => over.addEventListener('abort', () => resolve()))
    await opened.close()
  } finally {
    // The turn ends with the session.
    session.release(isOurs)
  }
}
