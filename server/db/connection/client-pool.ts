import type pg from 'pg'

/** No standby has confirmed a commit in time. It may still happen: an outage, as when an answer is lost (`outage.ts`). */
class CommitUnanswered extends Error {
  readonly code = 'ETIMEDOUT'
}

/** A statement under way. It is the same while `statement` is. */
export interface Waiting {
  client: pg.PoolClient
  statement: object
}

/** How clients of a pool are lent. All but those that only listen are lent here. */
export interface ClientPool {
  /** While writes are held, PostgreSQL refuses at once whatever changes something (25006, `outage.ts`). */
  lend(): Promise<pg.PoolClient>
  /** One statement on a lent client. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>
  holdWrites(areHeld: boolean): void
  areWritesHeld(): boolean
  /** Statements that are not answered yet. */
  waiting(): Waiting[]
  /** Breaks the connections of these sessions: who waits for one of them learns that it is lost. */
  cut(sessions: ReadonlySet<number>): void
  /** Breaks all connections: the product ends. */
  cutAll(): void
}

export function clientPoolFrom(pool: pg.Pool): ClientPool {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  const readOnly = new WeakSet<pg.PoolClient>()
  let areHeld = false

  const lend = async () => {
    const client = await pool.connect()
    const asked = areHeld
    if (readOnly.has(client) === asked) return client
    try {
      await client.query(`set default_transaction_read_only = ${asked ? 'on' : 'off'}`)
    } catch (error) {
      client.release(true)
      throw error
    }
    if (asked) readOnly.add(client)
    else readOnly.delete(client)
    return client
  }

  return {
    lend,
    async query(text, values) {
      const client = await lend()
      try {
        return await client.query(text, values)
      } finally {
        client.release()
      }
    },
    holdWrites: (held) => void (areHeld = held),
    areWritesHeld: () => areHeld,
    waiting: () => [...clients].flatMap((client) => statementOf(client) ?? []),
    cutAll() {
      for (const client of clients) client.connection.stream.destroy()
    },
    cut(sessions) {
      for (const client of clients) {
        // A key that the types of `pg` leave out.
        if (!('processID' in client) || typeof client.processID !== 'number' || !sessions.has(client.processID))
          continue
        client.connection.stream.destroy(new CommitUnanswered('no standby has confirmed a commit'))
      }
    },
  }
}

function statementOf(client: pg.PoolClient): Waiting | null {
  // A key that the types of `pg` leave out.
  const statement: unknown = '_activeQuery' in client ? client._activeQuery : null
  return typeof statement === 'object' && statement !== null ? { client, statement } : null
}
