import { sql } from 'kysely'
import { ConfigProblem, type Settings } from '#server/config.ts'
import { connect, type Connection } from '#server/db/database.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import type { Purpose } from '#server/db/lock.ts'
import { migrate } from '#server/db/migrate.ts'

/**
 * The migrated database of this process: PostgreSQL at DATABASE_URL, else the embedded one in DATA_DIR.
 * @throws {ConfigProblem} one line, when it cannot be reached or opened.
 */
export async function openDatabase(settings: Settings, purpose: Purpose): Promise<Connection> {
  if (settings.DATABASE_URL !== undefined) {
    const connection = connect({ url: settings.DATABASE_URL })
    await reach(connection)
    await migrate(connection.database)
    return connection
  }
  const embedded = await openEmbedded(settings.DATA_DIR, purpose)
  const connection = connect({ socketFolder: embedded.socketFolder })
  await migrate(connection.database)
  return {
    ...connection,
    close: async () => {
      await connection.close()
      await embedded.close()
    },
  }
}

async function reach(connection: Connection): Promise<void> {
  try {
    await sql`select 1`.execute(connection.database)
  } catch (error) {
    await connection.close()
    // The message of a refused connection names host and port; the URL itself may hold a password.
    const reason = error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error)
    throw new ConfigProblem(`DATABASE_URL ist nicht erreichbar: ${reason}`, { cause: error })
  }
}
