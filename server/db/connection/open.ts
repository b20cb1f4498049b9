import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { ConfigProblem, type Settings } from '#server/config.ts'
import { connect, type Connection } from './database.ts'
import { databaseUrlsOf } from './database-url.ts'
import { type EmbeddedWatch, openEmbedded } from '#server/db/embedded/embedded.ts'
import type { Purpose } from '#server/db/embedded/lock.ts'
import { isAhead, migrate } from '#server/db/schema/migrate.ts'
import { notificationsArrive } from './notifications.ts'
import { missingInSchema } from '#server/db/schema/schema.ts'
import { NoWritableHost } from './writable-host.ts'

/**
 * The migrated database of this process: PostgreSQL at DATABASE_URL, else the embedded one in DATA_DIR.
 * @param watch is called when something happens to the embedded database's process.
 * @throws {ConfigProblem} one line, when it cannot be reached or opened.
 */
export async function openDatabase(settings: Settings, purpose: Purpose, watch?: EmbeddedWatch): Promise<Connection> {
  if (settings.DATABASE_URL !== undefined) {
    const connection = connect({ url: settings.DATABASE_URL })
    await reach(connection)
    await refuseLentSessions(connection)
    await bringUpToDate(connection)
    return connection
  }
  if (purpose === 'command') refuseToMakeOne(settings.DATA_DIR)
  const embedded = await openEmbedded(settings.DATA_DIR, purpose, watch)
  const connection = connect({ socketFolder: embedded.socketFolder })
  const close = async () => {
    await connection.close()
    await embedded.close()
  }
  if (!embedded.own) await refuseWhileStarting(connection, close)
  await bringUpToDate({ ...connection, close })
  return { ...connection, close }
}

/** A command that made a database of its own would report success, and the product would know nothing of it. */
function refuseToMakeOne(dataDir: string): void {
  if (existsSync(join(dataDir, 'database'))) return
  throw new ConfigProblem(
    `In ${resolve(dataDir)} liegt keine Datenbank des Produkts. Bitte den Befehl mit dessen DATA_DIR oder DATABASE_URL ` +
      'aufrufen, zum Beispiel mit --env-file DATEI; neu angelegt wird eine Datenbank nur vom Produkt selbst',
  )
}

/** A product holds its folder a moment before its database answers. */
async function refuseWhileStarting(connection: Connection, close: () => Promise<void>): Promise<void> {
  try {
    await answer(connection)
  } catch (error) {
    await close()
    throw new ConfigProblem(
      'Das Produkt startet gerade oder endet gerade. Bitte in einigen Sekunden noch einmal versuchen',
      {
        cause: error,
      },
    )
  }
}

/** Which database the settings mean, for people: without user, password and options. */
export function databaseName({ DATABASE_URL: url, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>): string {
  if (url === undefined) return `eingebettet in ${resolve(DATA_DIR)}`
  const urls = (databaseUrlsOf(url) ?? []).map((one) => new URL(one))
  const [first] = urls
  if (first === undefined) return 'PostgreSQL an DATABASE_URL'
  const hosts = urls.map(({ host, searchParams }) =>
    host === '' ? (searchParams.get('host') ?? 'diesem Rechner') : host,
  )
  return `PostgreSQL „${first.pathname.slice(1)}“ auf ${hosts.join(', ')}`
}

/** Closes a database that cannot be used. */
async function bringUpToDate({ database, close }: Pick<Connection, 'database' | 'close'>): Promise<void> {
  try {
    await migrate(database)
    // A newer version beside this one knows its own schema.
    if (await isAhead(database)) return
    const missing = await missingInSchema(database)
    if (missing.length === 0) return
    const [first] = missing
    throw new ConfigProblem(
      `Das Schema der Datenbank weicht an ${missing.length} Stellen von dem dieser Version ab, zuerst: „${first}“. ` +
        'Bitte eine Sicherung einspielen oder die Abweichung zurücknehmen',
    )
  } catch (error) {
    await close()
    throw error
  }
}

export const lentSessions =
  'DATABASE_URL führt zu einem Verbindungspooler, der Sitzungen weiterreicht (etwa PgBouncer mit pool_mode = transaction): ' +
  'Was die Datenbank meldet (LISTEN), ginge verloren, und Einstellungen der Sitzung gälten für andere. ' +
  'Bitte PostgreSQL selbst nennen, oder dort pool_mode = session einstellen'

export const notificationPatienceMs = 5_000

async function refuseLentSessions(connection: Connection): Promise<void> {
  const arrive = await notificationsArrive(connection, notificationPatienceMs).catch(async (error: unknown) => {
    await connection.close()
    throw new ConfigProblem(`DATABASE_URL ist nicht erreichbar: ${String(error)}`, { cause: error })
  })
  if (arrive) return
  await connection.close()
  throw new ConfigProblem(lentSessions)
}

const answer = ({ database }: Connection) => sql`select 1`.execute(database)

/** Modules are loaded meanwhile: on a busy machine the time is up before an answer that has arrived is read. */
function isLate(error: unknown): boolean {
  if (error instanceof NoWritableHost) return error.isLate
  return error instanceof Error && error.message.includes('timeout')
}

/** How long that may go on: one host is asked for 10 s at a time, several for 2 s. */
const lateMs = 15_000

async function reach(connection: Connection): Promise<void> {
  try {
    const since = performance.now()
    for (;;) {
      const refusal: unknown = await answer(connection).then(
        () => null,
        (error: unknown) => error,
      )
      if (refusal === null) return
      if (!isLate(refusal) || performance.now() - since > lateMs) throw refusal
    }
  } catch (error) {
    await connection.close()
    // The message of a refused connection names host and port; the URL itself may hold a password.
    const reason = error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error)
    throw new ConfigProblem(`DATABASE_URL ist nicht erreichbar: ${reason}`, { cause: error })
  }
}
