import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import type { Connection } from '#server/db/database.ts'
import { randomId } from '#server/ids.ts'

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
  /**
   * Whether notifications arrive here has changed: the connection was lost, or it is there and nothing comes by it, as behind a
   * pooler that hands sessions around.
   */
  heard?(isHeard: boolean): void
}

const renewMs = 1_000

/** How often a listening connection is sent a notification of its own, and how long that may take. */
interface Echoing {
  everyMs: number
  patienceMs: number
}

const usualEchoing: Echoing = { everyMs: 30_000, patienceMs: 10_000 }

/** Listens on a channel of the database (NOTIFY) until it is stopped, whatever happens to the connection meanwhile. */
export function listenOn(
  connection: Connection,
  channel: string,
  listener: Listener,
  echoing = usualEchoing,
): Listening {
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
    : listenOnOwnClient(
        connection,
        channel,
        { listens, heard: changesOf((isHeard) => listener.heard?.(isHeard)) },
        echoing,
      )
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

/** Passes on only what differs from before; at the beginning all is well. */
function changesOf(report: (isHeard: boolean) => void): (isHeard: boolean) => void {
  let before = true
  return (isHeard) => {
    if (isHeard === before) return
    before = isHeard
    report(isHeard)
  }
}

interface Ears {
  listens(): void
  heard(isHeard: boolean): void
}

function listenOnOwnClient(connection: Connection, channel: string, ears: Ears, echoing: Echoing): Stoppable {
  const stop = new AbortController()

  async function listening(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await listenUntilEnd(connection, channel, ears, echoing, stop.signal)
      } catch {
        // The database cannot be reached, or listening was stopped; the next query reports why.
      }
      if (stop.signal.aborted) return
      ears.heard(false)
      await sleep(renewMs)
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

/** Listens until the connection ends, nothing arrives by it, or it is stopped. */
async function listenUntilEnd(
  connection: Connection,
  channel: string,
  { listens, heard }: Ears,
  { everyMs, patienceMs }: Echoing,
  stop: AbortSignal,
): Promise<void> {
  const client = await connection.pool.connect()
  try {
    const end = once(client, 'end', { signal: stop }).then(
      () => 'end' as const,
      () => 'end' as const,
    )
    await client.query(`listen ${channel}`)
    listens()
    const echo = await listenForEcho(client)
    for (;;) {
      const answer = await Promise.race([end, echoes(connection, echo, patienceMs)])
      if (answer === 'end' || answer === 'missed') return
      if (answer === 'arrived') heard(true)
      if ((await Promise.race([end, sleep(everyMs, undefined, { ref: false })])) === 'end') return
    }
  } finally {
    // It still listens, so it must not go back to the pool for other queries.
    client.release(true)
  }
}

interface Echo {
  channel: string
  /** Fulfilled by the next notification on this very connection. */
  next(): Promise<void>
}

/** A channel that this connection alone listens on: who else would receive the notification proves nothing. */
async function listenForEcho(client: ClientBase): Promise<Echo> {
  const channel = `echo_${randomId()}`
  let arrived = Promise.withResolvers<void>()
  client.on('notification', (notification) => {
    if (notification.channel === channel) arrived.resolve()
  })
  await client.query(`listen "${channel}"`)
  return {
    channel,
    next() {
      arrived = Promise.withResolvers<void>()
      return arrived.promise
    },
  }
}

/**
 * Sends a notification by another connection. The listening one must be idle: a pooler for transactions would lend it the
 * session that it has just listened in, and everything would seem to be well.
 * @returns `unsent` where the database did not take it: then nothing is known.
 */
async function echoes(
  { query }: Pick<Connection, 'query'>,
  echo: Echo,
  patienceMs: number,
): Promise<'arrived' | 'missed' | 'unsent'> {
  const next = echo.next()
  const isSent = await query('select pg_notify($1, $2)', [echo.channel, '']).then(
    () => true,
    () => false,
  )
  if (!isSent) return 'unsent'
  return await Promise.race([next.then(() => 'arrived' as const), sleep(patienceMs, 'missed' as const, { ref: false })])
}

/** Whether notifications reach a connection that waits for them. @throws when the database does not answer. */
export async function notificationsArrive(connection: Connection, patienceMs: number): Promise<boolean> {
  const client = await connection.pool.connect()
  try {
    const answer = await echoes(connection, await listenForEcho(client), patienceMs)
    if (answer === 'unsent') throw new Error('timeout of a notification')
    return answer === 'arrived'
  } finally {
    client.release(true)
  }
}
