import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Connection, Database } from './database.ts'
import type { Tables } from '#server/registers.ts'

/**
 * The same database, for work that others have to wait for. A caller that holds one of its connections for longer than `ms`
 * loses it, and all the caller's queries fail. Otherwise a connection whose other end vanished would block for ever.
 */
export function withTimeLimit({ pool, lend }: Connection, ms: number): Database {
  const lent = {
    options: pool.options,
    connect: () => timed(lend, ms),
    // The pool is closed by the one who opened it.
    end: async () => undefined,
  }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lent }) })
}

async function timed(lend: Connection['lend'], ms: number): Promise<pg.PoolClient> {
  const client = await lend()
  const giveBack = client.release.bind(client)
  const end = () => client.connection.stream.destroy(new Error('the database took longer than it may'))
  const timer = setTimeout(end, ms)
  client.release = (error) => {
    clearTimeout(timer)
    giveBack(error)
  }
  return client
}
