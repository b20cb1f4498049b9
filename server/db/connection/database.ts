import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from '#server/registers.ts'
import { databaseUrlsOf } from './database-url.ts'
import { type ClientPool, clientPoolFrom } from './client-pool.ts'
import { databaseTypes } from '#server/db/transactions/timestamps.ts'
import { type ServerSession, sessionSettings } from './session-settings.ts'
import { socketsToWritableHost } from './writable-host.ts'

export type Database = Kysely<Tables>
/** What a store's helper takes if it also runs inside its caller's transaction. */
export type Queries = Kysely<Tables> | Transaction<Tables>

/** Where a PostgreSQL answers: a URL, or the folder of the embedded database's socket. */
export type DatabaseAddress = { url: string } | { socketFolder: string }

export interface Connection extends ClientPool {
  database: Database
  pool: pg.Pool
  /** One session in one process, instead of a server (`embedded-server.ts`). */
  embedded: boolean
  /** Calls back for every notification that one of the pool's clients gets; call the result to stop. */
  onNotification(listener: NotificationListener): () => void
  close(): Promise<void>
}

type NotificationListener = (channel: string, payload: string) => void

/** Two of the connections only listen (`notifications.ts`). */
const poolSize = 9
/** If nothing arrives on a connection for this long, it checks whether its other end is still there. */
const keepAliveInitialDelayMillis = 10_000

/** What is asked still is waited for this long. Nothing was acknowledged of what is cut off then: it is rolled back. */
const closePatienceMs = 1_000

/** How long one end of a connection waits for the other one. */
interface Patience extends ServerSession {
  connectMs: number
}

const usualPatience: Patience = { connectMs: 10_000, inTransactionMs: 10_000 }

/** Of several hosts, `pg` reads the first; the sockets find the one that can be written to. */
function serverAt(url: string): Pick<pg.PoolConfig, 'connectionString' | 'stream'> {
  const urls = databaseUrlsOf(url) ?? [url]
  return { connectionString: urls[0], ...(urls.length > 1 && { stream: socketsToWritableHost(urls) }) }
}

/** Makes a session readable before anybody gets its connection; a connection whose other end is gone is given up. */
function settingUp(settings: string, patienceMs: number) {
  // A key that the types of `pg` leave out.
  const statement = { text: settings, query_timeout: patienceMs }
  return async (client: pg.ClientBase) => void (await client.query(statement))
}

/** Opens a pool on a PostgreSQL; connects on first use. Both kinds of database are reached only through here. */
export function connect(address: DatabaseAddress, patience = usualPatience): Connection {
  const where =
    'url' in address
      ? {
          ...serverAt(address.url),
          onConnect: settingUp(sessionSettings({ inTransactionMs: patience.inTransactionMs }), patience.connectMs),
        }
      : {
          onConnect: settingUp(sessionSettings(), patience.connectMs),
          host: address.socketFolder,
          user: 'postgres',
          database: 'postgres',
        }
  const pool = new pg.Pool({
    ...where,
    max: poolSize,
    connectionTimeoutMillis: patience.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis,
    types: databaseTypes,
  })
  // An idle connection that breaks is replaced by the pool on the next query, which then reports the error.
  pool.on('error', () => undefined)
  // A connection that breaks while it is in use fails its query, or the next one; without a listener, its event would end
  // the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const listeners = new Set<NotificationListener>()
  pool.on('connect', (client) =>
    client.on('notification', ({ channel, payload }) => {
      for (const listener of listeners) listener(channel, payload ?? '')
    }),
  )
  const clients = clientPoolFrom(pool)
  const database: Database = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { options: pool.options, connect: clients.lend, end: async () => undefined },
    }),
  })
  return {
    ...clients,
    database,
    pool,
    embedded: 'socketFolder' in address,
    onNotification(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      const late = setTimeout(clients.cutAll, closePatienceMs)
      await database.destroy()
      // Kysely ends a pool only if a query went through it: clients that were lent otherwise would keep the process for 10 s.
      await pool.end().finally(() => clearTimeout(late))
    },
  }
}
