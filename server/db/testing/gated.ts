import { type DatabaseConnection, type Dialect, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/db/connection/database.ts'
import type { Tables } from '#server/registers.ts'

/** @param isAlone of a statement: it is a transaction of its own. */
type Ask = (statement: string | null, isAlone: boolean) => Promise<void>

/** A connection to PostgreSQL on which a test decides when each statement is executed. */
export interface GatedDatabase {
  database: Database
  /** The given function is called before every statement and before a commit (null), which wait for it. */
  gate(isAskedFor: Ask): void
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
  let ask: Ask = async () => undefined
  const database = new Kysely<Tables>({ dialect: gatedDialect(pool, (statement, isAlone) => ask(statement, isAlone)) })
  return {
    database,
    gate: (isAskedFor) => (ask = isAskedFor),
    close: () => database.destroy(),
  }
}

function gatedDialect(pool: pg.Pool, ask: Ask): Dialect {
  const dialect = new PostgresDialect({ pool })
  const behind = new WeakMap<DatabaseConnection, DatabaseConnection>()
  const behindOf = (connection: DatabaseConnection) => behind.get(connection) ?? connection
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (database) => dialect.createIntrospector(database),
    createDriver() {
      const driver = dialect.createDriver()
      const inTransaction = new WeakSet<DatabaseConnection>()
      return {
        init: () => driver.init(),
        async acquireConnection() {
          const real = await driver.acquireConnection()
          const gated: DatabaseConnection = {
            async executeQuery(query) {
              await ask(query.sql, !inTransaction.has(gated))
              return real.executeQuery(query)
            },
            streamQuery: (query, rows) => real.streamQuery(query, rows),
          }
          behind.set(gated, real)
          return gated
        },
        beginTransaction(connection, settings) {
          inTransaction.add(connection)
          return driver.beginTransaction(behindOf(connection), settings)
        },
        async commitTransaction(connection) {
          await ask(null, false)
          inTransaction.delete(connection)
          await driver.commitTransaction(behindOf(connection))
        },
        rollbackTransaction(connection) {
          inTransaction.delete(connection)
          return driver.rollbackTransaction(behindOf(connection))
        },
        releaseConnection: (connection) => driver.releaseConnection(behindOf(connection)),
        destroy: () => driver.destroy(),
      }
    },
  }
}
