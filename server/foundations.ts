import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Clock, clockFrom, type Pace } from '#server/platform/clock.ts'
import type { Shutdown } from '#server/platform/shutdown.ts'
import type { Settings } from '#server/config.ts'
import { type Attempts, createAttempts } from '#server/db/transactions/attempts.ts'
import { connect, type Connection, type Database } from '#server/db/connection/database.ts'
import { logKey } from '#server/db/shared/log-key.ts'
import { createDatabaseWatch, unresponsiveAfterMs } from '#server/db/connection/database-watch.ts'
import { lookAtCommits } from '#server/db/connection/standby.ts'
import { oneServer, type PositionServers } from '#server/platform/position-servers.ts'
import { watchPositionServers } from '#server/db/positions/watch-position-servers.ts'
import { withTimeLimit } from '#server/db/connection/time-limit.ts'
import { createMetrics, type Metrics } from '#server/platform/metrics.ts'
import { type Api, createApi, onlyAnswering } from '#server/http/api.ts'
import { createCallLimits } from '#server/http/call-limits.ts'
import type { Authenticate } from '#server/http/caller.ts'
import type { FindDevice } from '#server/http/ownership.ts'
import { createHttpServer } from '#server/http/server.ts'
import { randomId } from '#server/platform/ids.ts'
import { createJobs, type Jobs } from '#server/jobs/jobs.ts'
import { health } from '#contract/health.ts'
import { phonesServerLimits } from '#contract/phones/phones-limits.ts'
import type { PhoneProvider } from '#server/phone/phone-provider.ts'
import { createPhoneWebhook } from '#server/phone/webhook.ts'
import { withinPlans } from '#server/phone/within-plans.ts'
import { createPseudonyms, type Pseudonyms } from '#server/platform/pseudonyms.ts'
import { createPlaceNames, type PlaceNames } from '#server/places/place-names.ts'
import { type Archive, openArchive } from '#server/tiles/archive.ts'
import { errorFields } from '#server/platform/error-fields.ts'
import { countedMailer, createMailbox, createSmtpMailer, type Mailer } from '#server/mail/mailer.ts'

/** What features are built on. Each feature names by `Pick` the parts that it needs. */
export interface Foundations extends Pick<Shutdown, 'onStop' | 'onClose'> {
  settings: Settings
  log: Logger
  /** What the log calls people and trackers. */
  names: Pseudonyms
  metrics: Metrics
  clock: Clock
  /** Null: the clock runs as fast as the machine's. */
  pace: Pace | null
  newId(): string
  connection: Connection
  positionServers: PositionServers
  database: Database
  attempts: Attempts
  mailer: Mailer
  /** Null where the operator has nobody who sends text messages. */
  phone: PhoneProvider | null
  /** The operator's own base map; null where there is none, or where this process has no use for it. */
  archive: Archive | null
  placeNames: PlaceNames
  jobs: Jobs
  api: Api
  authenticate: Authenticate
}

interface Given {
  settings: Settings
  log: Logger
  connection: Promise<Connection>
  pace: Pace | null
  /** Both are only used once a call has arrived. */
  authenticate: Authenticate
  findDevice: FindDevice
  onStop: Shutdown['onStop']
  onClose: Shutdown['onClose']
}

/** Opens what features are built on; `app` is the server that `api` gives its routes to, and does not listen yet. */
export async function layFoundations(given: Given): Promise<Foundations & { app: FastifyInstance }> {
  const { settings, log, pace, authenticate, onStop, onClose } = given
  const clock = clockFrom(settings.CLOCK, pace)
  const connection = await given.connection
  onClose(() => connection.close())
  const { database, query } = connection
  const positionServers = positionServersOf(connection, settings, log, clock)
  onClose(() => positionServers.close())
  const names = createPseudonyms(await logKey(database))
  const metrics = createMetrics()
  const mailer = countedMailer(createMailer(settings, clock), metrics)
  onClose(() => mailer.close())
  const workHere = settings.ROLES.includes('jobs')
  const fast = pace && { clock, pace }
  const jobs = createJobs({ query, embedded: settings.DATABASE_URL === undefined, workHere, log, metrics, fast })
  const attempts = createAttempts(database, clock)

  const trustProxy = settings.TRUST_PROXY ?? []
  const mapSources = mapSourcesOf(settings)
  const subdomains = settings.HSTS_SUBDOMAINS
  const app = await createHttpServer({ log, names, metrics, trustProxy, mapSources, subdomains })
  onStop(() => app.close())
  const isApiHere = settings.ROLES.includes('api')
  // Loaded here, because it takes memory that processes with other roles do not need.
  if (isApiHere) await (await import('#server/http/documentation.ts')).registerDocumentation(app)
  const databaseWatch = createDatabaseWatch(lookInto(connection, settings.DATABASE_URL, onClose))
  onClose(() => databaseWatch.stop())
  const whole = createApi(app, authenticate, given.findDevice, createCallLimits(attempts, clock), databaseWatch, clock)
  const api = isApiHere ? whole : onlyAnswering([health.health], whole)

  const phone = createPhone(settings, clock)
  const archive = await archiveFor(settings, log)
  if (archive !== null) onClose(() => archive.close())
  const parts = {
    settings,
    log,
    names,
    metrics,
    clock,
    pace,
    newId: randomId,
    connection,
    positionServers,
    database,
    attempts,
    mailer,
    phone,
    archive,
    placeNames: createPlaceNames(archive && { archive, log }),
    jobs,
  }
  return { ...parts, api, authenticate, onStop, onClose, app }
}

function positionServersOf(connection: Connection, { DATABASE_URL: url }: Settings, log: Logger, clock: Clock) {
  return url === undefined ? oneServer : watchPositionServers({ connection, url, log, now: () => clock.now() })
}

/** What the watch of the database asks, again and again; it gives up by itself. */
function lookInto(connection: Connection, url: string | undefined, onClose: Shutdown['onClose']) {
  const patienceMs = 2 * unresponsiveAfterMs
  if (url === undefined) return () => sql`select 1`.execute(withTimeLimit(connection, patienceMs))
  // A connection of its own: commits that wait for a standby can use up all others.
  const looking = connect({ url })
  onClose(() => looking.close())
  return lookAtCommits(connection, withTimeLimit(looking, patienceMs))
}

/** Also for commands, which have no other foundations. */
export function createMailer({ SMTP_URL: url, MAIL_FROM, MAIL_BOUNCES, PUBLIC_URL }: Settings, clock: Clock): Mailer {
  if (url === undefined) return createMailbox(() => clock.now())
  return createSmtpMailer({ url, from: MAIL_FROM, bounces: MAIL_BOUNCES, host: new URL(PUBLIC_URL).hostname })
}

function createPhone(settings: Settings, clock: Clock): PhoneProvider | null {
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = settings
  if (url === undefined || secret === undefined) return null
  const webhook = createPhoneWebhook({ url, secret, clock, timeoutMs: phonesServerLimits.webhookTimeoutMs })
  return withinPlans(webhook, new Set(settings.PHONE_COUNTRIES))
}

/** For pages, and for the names of places in messages. */
async function archiveFor({ BASEMAP: path, ROLES: roles }: Settings, log: Logger): Promise<Archive | null> {
  if (path === undefined) return null
  if (roles.includes('api')) return openArchive(path)
  if (!roles.includes('jobs')) return null
  // Versions before opened no archive here, so the file may be on the machines with the role `api` alone.
  return openArchive(path).catch((error: unknown) => {
    log.warn(
      errorFields(error),
      'messages name no streets, and hazards get no roads: the base map is not readable here',
    )
    return null
  })
}

/** None with a base map of the operator's own: then no page may load anything from anybody else. */
function mapSourcesOf({ BASEMAP, TILE_URL, MAP_STYLE_URL }: Settings): string[] {
  if (BASEMAP !== undefined) return []
  return MAP_STYLE_URL === undefined ? [TILE_URL] : [TILE_URL, MAP_STYLE_URL]
}
