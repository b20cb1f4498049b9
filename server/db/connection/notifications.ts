import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import type { Connection } from './database.ts'
import { randomId } from '#server/platform/ids.ts'

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
const readingMs = 500

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
    const ended = new AbortController()
    client.once('end', () => ended.abort())
    const over = AbortSignal.any([stop, ended.signal])
    await client.query(`listen ${channel}`)
    listens()
    const echo = await listenForEcho(client)
    for (;;) {
      const answer = await unless(
        over,
        echoes(connection, echo, patienceMs).catch(() => 'unsent' as const),
      )
      if (answer === 'over' || answer === false) return
      if (answer === true) heard(true)
      if ((await unless(over, sleep(everyMs, undefined, { ref: false }))) === 'over') return
    }
  } finally {
    // It still listens, so it must not go back to the pool for other queries.
    client.release(true)
  }
}

/** The result of the work, or that it is over before; of a wait nothing stays behind, however many there are. */
async function unless<T>(signal: AbortSignal, work: Promise<T>): Promise<T | 'over'> {
  const over = Promise.withResolvers<'over'>()
  const end = () => over.resolve('over')
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    return await Promise.race([work, over.promise])
  } finally {
    signal.removeEventListener('abort', end)
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
 * @returns whether it has arrived. @throws when the database does not take it: then nothing is known.
 */
async function echoes({ query }: Pick<Connection, 'query'>, echo: Echo, patienceMs: number): Promise<boolean> {
  const next = echo.next().then(() => true)
  await query('select pg_notify($1, $2)', [echo.channel, ''])
  const late = async () => {
    await sleep(patienceMs, undefined, { ref: false })
    // If this process itself stood still for a time, what has arrived is read first.
    return sleep(readingMs, false, { ref: false })
  }
  return await Promise.race([next, late()])
}

/** Whether notifications reach a connection that waits for them. @throws when the database does not answer. */
export async function notificationsArrive(connection: Connection, patienceMs: number): Promise<boolean> {
  const client = await connection.pool.connect()
  try {
    return await echoes(connection, await listenForEcho(client), patienceMs)
  } finally {
    client.release(true)
  }
}
