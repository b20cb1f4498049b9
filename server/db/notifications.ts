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
  /** What was notified, once it is committed. */
  heard(payload: string): void
  /** It listens from now on, at first or again: what was said before was not heard. */
  listens?(): void
}

const renewMs = 1_000

/** Listens on a channel of the database (NOTIFY) until it is stopped, whatever becomes of the connection meanwhile. */
export function listenOn(connection: Connection, channel: string, listener: Listener): Listening {
  const unsubscribe = connection.onNotification((from, payload) => {
    if (from === channel) listener.heard(payload)
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
 * The embedded database is one session for all its clients: what one of them commits is told on its own connection, and
 * so in this process. A session that was opened anew (`embedded-server.ts`) no longer listens, hence again and again.
 */
function listenOnSharedSession({ pool }: Connection, channel: string, listens: () => void): Stoppable {
  let isHeard = false
  const listenAgain = async () => {
    try {
      await pool.query(`listen ${channel}`)
      if (!isHeard) listens()
      isHeard = true
    } catch {
      // What was committed just before it was lost may never have been told.
      isHeard = false
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
        // The database is away, or it is over; whoever asks the database something is told why.
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

/** Until the connection ends, or `stop` is given. */
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
    // Not for somebody else's queries: it still listens.
    client.release(true)
  }
}
