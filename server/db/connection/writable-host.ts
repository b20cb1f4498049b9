import { Socket } from 'node:net'
import pg from 'pg'

/**
 * Several hosts of one database, of which one can be written to: the others are standbys that follow it, or are gone. `pg`
 * knows one host. So a connection of the pool has its host chosen when it is opened: the first one that is not in recovery,
 * which is then used until a connection to it breaks, or none is open: then nobody would notice that another one took over.
 */

/** A host that does not answer may be one whose machine is gone. */
const patienceMs = 2_000

/** None can be written to. Its code is that of a server that is starting: an outage (`outage.ts`). */
export class NoWritableHost extends Error {
  readonly code = '57P03'
  /** Whether one of them said nothing in time; the others refused. */
  readonly isLate: boolean

  constructor(refusals: readonly string[]) {
    const each = refusals.map((refusal, at) => `Host ${at + 1}: ${refusal}`)
    super(`keiner der Hosts nimmt Änderungen an (${each.join(', ')})`)
    this.isLate = refusals.includes(silent)
  }
}

const silent = 'antwortet nicht'

/** Where a server listens, as `Socket.connect` takes it. */
type Place = { path: string } | { host: string; port: number }

/** The host that is used, and how many connections to it are open or being opened. */
interface Choice {
  place: Promise<Place>
  open: number
}

/** @returns sockets for the option `stream` of a pool: each connects to the host that can be written to when it is opened. */
export function socketsToWritableHost(urls: readonly string[]): () => Socket {
  let chosen: Choice | null = null
  const forget = (choice: Choice) => {
    if (chosen === choice) chosen = null
  }

  return () => {
    const socket = new Socket()
    const connect = socket.connect.bind(socket)
    // Called by `pg` with the first host, whichever it is.
    socket.connect = () => {
      const choice = (chosen ??= { place: findWritable(urls), open: 0 })
      const lost = () => forget(choice)
      choice.open += 1
      socket.on('close', () => {
        choice.open -= 1
        if (choice.open === 0) lost()
      })
      socket.on('error', lost)
      // An end that we have not asked for: that server stops, or another one took over from it.
      socket.on('end', () => socket.writableEnded || lost())
      choice.place.then(
        (place) => socket.destroyed || connect(place),
        (error: Error) => {
          lost()
          socket.destroy(error)
        },
      )
      return socket
    }
    return socket
  }
}

/** Asks all at once, and takes the first in their order: a host that is gone costs others no time. */
async function findWritable(urls: readonly string[]): Promise<Place> {
  const asked = urls.map((url) => writablePlace(url))
  const refusals: string[] = []
  for (const answer of asked) {
    const found = await answer
    if (typeof found !== 'string') return found
    refusals.push(found)
  }
  throw new NoWritableHost(refusals)
}

/** Where it answers, or why it cannot be written to. */
async function writablePlace(url: string): Promise<Place | string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  })
  // What breaks while it is asked fails the question, too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows')
    if (rows[0]?.follows !== false) return 'folgt einem anderen'
    const { host, port } = client
    return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : silent
  } finally {
    // A host that is gone would never answer to the end of a connection.
    client.end().catch(() => undefined)
  }
}
