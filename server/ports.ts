import { existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { ConfigProblem, rolesOf, type Settings } from '#server/config.ts'
import { openUnderLock } from '#server/db/transactions/advisory-lock.ts'
import { logKey } from '#server/db/shared/log-key.ts'
import { sendHeartbeats, processId } from '#server/db/shared/heartbeats.ts'
import type { Foundations } from '#server/foundations.ts'
import type { Api } from '#server/http/api.ts'
import { registerDevMail } from '#server/http/dev-mail.ts'
import { registerSecurityContact } from '#server/http/security-contact.ts'
import { registerNotFound, registerStaticFiles } from '#server/http/static-files.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { openReportDoor } from '#server/mail/delivery-report-port.ts'
import { brokerClientId } from '#server/protocols/owntracks/broker-client-id.ts'
import { gatewayPorts } from '#server/protocols/gateway.ts'
import { subscribeOwntracks } from '#server/protocols/owntracks/owntracks-mqtt.ts'
import { createReceptionLog } from '#server/protocols/reception-log.ts'
import type { Deliver, IsKnown } from '#server/protocols/protocol.ts'
import { version } from '#server/platform/version.ts'

const webFolder = fileURLToPath(new URL('../dist/web', import.meta.url))

/**
 * Answers at every address that no feature has: with the web app, the mailbox, security.txt, or NOT_FOUND; in a process
 * without the role `api`, only with NOT_FOUND, and the mailbox where its e-mails are.
 * @throws when the contract has an endpoint that no feature answers.
 */
export async function answerTheRest({
  app,
  api,
  mailer,
  settings,
  clock,
}: Pick<Foundations, 'settings' | 'clock'> & { app: FastifyInstance; api: Api; mailer: Mailer }): Promise<void> {
  if (mailer.kind === 'mailbox') registerDevMail(app, mailer)
  if (!settings.ROLES.includes('api')) return registerNotFound(app, null)
  const unhandled = endpoints.filter((endpoint) => !api.handled.has(endpoint))
  if (unhandled.length > 0) throw new Error(`no handler for ${unhandled.map(({ path }) => path).join(', ')}`)
  registerSecurityContact(app, { settings, clock })
  registerNotFound(app, existsSync(webFolder) ? await registerStaticFiles(app, webFolder) : null)
}

/** Opens the ports that trackers report to, and subscribes to their MQTT broker. */
export async function openToTrackers(
  {
    settings,
    clock,
    log,
    names,
    metrics,
    connection,
    onStop,
    onClose,
  }: Pick<Foundations, 'settings' | 'clock' | 'log' | 'names' | 'metrics' | 'connection' | 'onStop' | 'onClose'>,
  { receive: deliver, isKnown }: { receive: Deliver; isKnown: IsKnown },
): Promise<void> {
  if (!rolesOf(settings).includes('gateway')) return
  const outcomes = createReceptionLog({ log, names, metrics })
  onClose(() => outcomes.close())
  for (const { protocol, port, open } of gatewayPorts({ settings, deliver, isKnown, clock, log, outcomes })) {
    outcomes.expect(protocol)
    const listener = await listen(open, port, 'GATEWAY_HOST')
    onStop(() => listener.close())
  }
  const { MQTT_URL: broker } = settings
  if (broker === undefined) return
  const clientId = brokerClientId(await logKey(connection.database))
  // The broker knows one client of this name. Where there are several gateways, the next one goes on with its session.
  const subscription = openUnderLock(connection, 'mqtt broker', () =>
    subscribeOwntracks({ url: broker, clientId, deliver, clock, log, outcomes }),
  )
  onStop(() => subscription.close())
}

/** Opens the port at which a mail server of one's own hands in reports about e-mails, in the process that sends them. */
export async function openToMailServers(
  { settings, log, onStop }: Pick<Foundations, 'settings' | 'log' | 'onStop'>,
  note: (mail: Readable) => Promise<string>,
): Promise<void> {
  const { MAIL_REPORTS_PORT: port, HOST: host, ROLES } = settings
  if (port === undefined || !ROLES.includes('jobs')) return
  const door = await listen(() => openReportDoor({ host, port, note, log }), port, 'HOST')
  onStop(() => door.close())
}

/** From now on other processes know that this one runs; on the embedded database there are no others. */
export async function tellOtherProcesses(
  { settings, connection, onClose }: Pick<Foundations, 'settings' | 'connection' | 'onClose'>,
  url: string,
): Promise<void> {
  if (connection.embedded) return
  const id = processId(Number(new URL(url).port))
  onClose(await sendHeartbeats(connection.database, { id, roles: rolesOf(settings), version }))
}

/** Opens the port of web app and API. Returns its address. */
export function openToBrowsers(app: FastifyInstance, { HOST: host, PORT: port }: Settings): Promise<string> {
  return listen(() => app.listen({ host, port }), port, 'HOST')
}

/** The address is not this machine's, has no name server that knows it, or is of IPv6 where that is switched off. */
const noAddressCodes = new Set<unknown>(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENOTFOUND', 'EAI_AGAIN'])

/** @throws {ConfigProblem} one line, when another program has the port, or this machine has no such address. */
async function listen<T>(open: () => Promise<T>, port: number, setting: 'HOST' | 'GATEWAY_HOST'): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') throw new ConfigProblem(`Port ${port} ist schon belegt`, { cause: error })
    if (code === 'EACCES') throw new ConfigProblem(`Port ${port} darf dieser Benutzer nicht öffnen`, { cause: error })
    if (noAddressCodes.has(code)) {
      throw new ConfigProblem(
        `${setting}: Dieser Rechner hat diese Adresse nicht (${String(code)}). :: lauscht an allen, 0.0.0.0 nur an denen von IPv4`,
        { cause: error },
      )
    }
    throw error
  }
}
