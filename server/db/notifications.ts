import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Connection } from '#server/db/database.ts'

export interface Listening {
  /** Fulfilled when it listens for the first time. */
  begun: Promise<void>
  stop(): Promise<void>
}

type Stoppable = Pick<Listening, 'stop'>

interface Listener {
  /** A notification has arrived; what it is about is committed. */
  received(payload: string): void
  /** It listens from now on, for the first time or again. Notifications before that were missed. */
  listens?(): void
}

const renewMs = 1_000

/** Listens on a channel of the database (NOTIFY) until it is stopped, whatever happens to the connection meanwhile. */
export function listenOn(connection: Connection, channel: string, listener: Listener): Listening {
  const unsubscribe = connection.onNotification((from, payload) => {
    if (from === channel) listener.received(payload)
  })
  const begun = Promise.withResolvers<void>()
  const listens = () => {
    begun.resolve()
    listener.listens?.()
  }
  const listening = connection.embedded
    ? listenOnSharedSession(connection, channel, listens)
    : listenOnOwnClient(connection, channel, listens)
  return {
    begun: begun.promise,
    async stop() {
      unsubscribe()
      await listening.stop()
    },
  }
}

/**
 * The embedded database is one session for all its clients: a commit is announced on the connection that committed, and so
 * only in that process. A session that was reopened (`embedded-server.ts`) no longer listens, so LISTEN is repeated.
 */
function listenOnSharedSession({ pool }: Connection, channel: string, listens: () => void): Stoppable {
  let isListening = false
  const listenAgain = async () => {
    try {
      await pool.query(`listen ${channel}`)
      if (!isListening) listens()
      isListening = true
    } catch {
      // Commits just before the connection was lost may never have been announced.
      isListening = false
    }
  }
  let last = listenAgain()
  const timer = setInterval(() => {
    last = listenAgain()
  }, renewMs)
  return {
    async stop() {
      clearInterval(timer)
      await last
    },
  }
}

function listenOnOwnClient({ pool }: Connection, channel: string, listens: () => void): Stoppable {
  const stop = new AbortController()

  async function listening(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await listenUntilEnd(await pool.connect(), channel, listens, stop.signal)
      } catch {
        // The database cannot be reached, or listening was stopped; the next query reports why.
      }
      if (!stop.signal.aborted) await sleep(renewMs)
    }
  }

  const ended = listening()
  return {
    async stop() {
      stop.abort()
      await ended
    },
  }
}

/** Listens until the connection ends, or until it is stopped. */
async function listenUntilEnd(
  client: PoolClient,
  channel: string,
  listens: () => void,
  stop: AbortSignal,
): Promise<void> {
  try {
    const end = once(client, 'end', { signal: stop }).catch(() => undefined)
    await client.query(`listen ${channel}`)
    listens()
    await end
  } finally {
    // It still listens, so it must not go back to the pool for other queries.
    client.release(true)
  }
}
