import { type DatabaseConnection, type Dialect, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/db/connection/database.ts'
import type { Tables } from '#server/registers.ts'

/** A connection to PostgreSQL on which a test decides when each statement is executed. */
export interface GatedDatabase {
  database: Database
  /** The given function is called before every statement and before a commit (null), which wait for it. */
  gate(isAskedFor: (statement: string | null) => Promise<void>): void
  close(): Promise<void>
}

/** @param name by which the server knows its sessions; deadlocks are found there at once. */
export function connectGated(url: string, name: string): GatedDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    options: '-c deadlock_timeout=20ms',
    max: 3,
  })
  let ask: (statement: string | null) => Promise<void> = async () => undefined
  const database = new Kysely<Tables>({ dialect: gatedDialect(pool, (statement) => ask(statement)) })
  return {
    database,
    gate: (isAskedFor) => (ask = isAskedFor),
    close: () => database.destroy(),
  }
}

function gatedDialect(pool: pg.Pool, ask: (statement: string | null) => Promise<void>): Dialect {
  const dialect = new PostgresDialect({ pool })
  const behind = new WeakMap<DatabaseConnection, DatabaseConnection>()
  const behindOf = (connection: DatabaseConnection) => behind.get(connection) ?? connection
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (database) => dialect.createIntrospector(database),
    createDriver() {
      const driver = dialect.createDriver()
      return {
        init: () => driver.init(),
        async acquireConnection() {
          const real = await driver.acquireConnection()
          const gated: DatabaseConnection = {
            async executeQuery(query) {
              await ask(query.sql)
              return real.executeQuery(query)
            },
            streamQuery: (query, rows) => real.streamQuery(query, rows),
          }
          behind.set(gated, real)
          return gated
        },
        beginTransaction: (connection, settings) => driver.beginTransaction(behindOf(connection), settings),
        async commitTransaction(connection) {
          await ask(null)
          await driver.commitTransaction(behindOf(connection))
        },
        rollbackTransaction: (connection) => driver.rollbackTransaction(behindOf(connection)),
        releaseConnection: (connection) => driver.releaseConnection(behindOf(connection)),
        destroy: () => driver.destroy(),
      }
    },
  }
}
