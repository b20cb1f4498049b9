import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from '#server/db/tables.ts'

export type Database = Kysely<Tables>
/** What a store's helper takes when it runs inside somebody's transaction. */
export type Queries = Kysely<Tables> | Transaction<Tables>

/** Where a PostgreSQL answers: a URL, or the folder of the embedded database's socket. */
export type DatabaseAddress = { url: string } | { socketFolder: string }

export interface Connection {
  database: Database
  pool: pg.Pool
  /** One session in one process, instead of a server (`embedded-server.ts`). */
  embedded: boolean
  /** Calls back for every notification that one of the pool's clients hears; returns how to stop. */
  onNotification(listener: NotificationListener): () => void
  close(): Promise<void>
}

type NotificationListener = (channel: string, payload: string) => void

/** Two of them listen (`notifications.ts`). */
const poolSize = 9
/** A connection on which nothing comes for so long asks whether its other end is still there. */
const keepAliveInitialDelayMillis = 10_000

/** For how long a silent end is waited for. */
interface Patience {
  connectMs: number
  /** The server's, in the middle of a transaction, which holds its locks until then. */
  inTransactionMs: number
}

const usualPatience: Patience = { connectMs: 10_000, inTransactionMs: 10_000 }

/** Opens a pool on a PostgreSQL; connects on first use. Both databases are reached through here and nowhere else. */
export function connect(address: DatabaseAddress, patience = usualPatience): Connection {
  const where =
    'url' in address
      ? {
          connectionString: address.url,
          idle_in_transaction_session_timeout: patience.inTransactionMs,
          // To compile a query takes seconds where it is thought to read much, and saves nothing where it does not.
          options: '-c jit=off',
        }
      : { host: address.socketFolder, user: 'postgres', database: 'postgres' }
  const pool = new pg.Pool({
    ...where,
    max: poolSize,
    connectionTimeoutMillis: patience.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis,
  })
  // An idle connection that breaks is replaced by the pool on the next query, which then tells the error to someone.
  pool.on('error', () => undefined)
  // One that breaks while it is in use tells its query, or the next one; unheard, its event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const listeners = new Set<NotificationListener>()
  pool.on('connect', (client) =>
    client.on('notification', ({ channel, payload }) => {
      for (const listener of listeners) listener(channel, payload ?? '')
    }),
  )
  const database: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    database,
    pool,
    embedded: 'socketFolder' in address,
    onNotification(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => database.destroy(),
  }
}
