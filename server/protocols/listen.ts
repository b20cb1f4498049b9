import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { httpServerLimits } from '#contract/limits/http-limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import { stopPatienceMs } from '#server/platform/shutdown.ts'
import { followConnections } from '#server/platform/open-connections.ts'
import { isOutage } from '#server/platform/outage.ts'
import { oldestFirst } from './oldest-first.ts'
import { createRequestLimit } from './position-requests.ts'
import type { ReceptionLog } from './reception-log.ts'
import { type Deliver, type HttpProtocol, isAccepted, type IsKnown, type Refusal, type Report } from './protocol.ts'
import { errorFields } from '#server/platform/error-fields.ts'
import { createTrackerLimits, createWaitingRoom, type TrackerLimits, type WaitingPlace } from './tracker-limits.ts'

/** A port to which trackers report. */
export interface Listener {
  /** The port that was opened, also if the operator asked for any (0). */
  port: number
  /** Finishes open answers, then closes. */
  close(): Promise<void>
}

export interface ListenOptions {
  protocol: HttpProtocol
  host: string
  port: number
  /** Other processes of this installation may listen at the same port: new connections come to any of them. */
  sharesPort?: boolean
  deliver: Deliver
  isKnown: IsKnown
  clock: Clock
  log: Logger
  outcomes: ReceptionLog
}

interface ListenHttpOptions extends ListenOptions {
  bounds?: Record<'loginTimeoutMs' | 'strangersPerPort' | 'strangersPerNetwork', number>
}

/** Seconds after which to try again when the database failed. */
const retryAfterFailure = 1

/**
 * Opens a port for a tracker protocol over HTTP. A report is acknowledged when `deliver` has committed it. If that fails,
 * it is not acknowledged, and the tracker sends it again.
 * @throws the error of the operating system, such as `EADDRINUSE`, if the port cannot be opened.
 */
export async function listenHttp({ bounds = gatewayServerLimits, ...options }: ListenHttpOptions): Promise<Listener> {
  const gateway: Gateway = {
    ...options,
    trackerLimits: createTrackerLimits(options.isKnown),
    mayRequest: createRequestLimit(),
  }
  const server = createServer(
    {
      requestTimeout: bounds.loginTimeoutMs,
      headersTimeout: bounds.loginTimeoutMs,
      connectionsCheckingInterval: httpServerLimits.lateRequestsEveryMs,
      // HTTP/1.0 trackers and hand-written clients leave it out.
      requireHostHeader: false,
    },
    (request, response) => {
      const place = places.get(request.socket)
      void serve(request, response, gateway, place)
    },
  )
  const endConnections = followConnections(server)
  const waitingRoom = createWaitingRoom(bounds)
  const places = new WeakMap<Socket, WaitingPlace>()
  server.on('connection', (socket) => {
    const place = waitingRoom(socket.remoteAddress ?? '', () => socket.destroy())
    places.set(socket, place)
    place.take()
    socket.once('close', place.leave)
  })
  server.maxConnections = gatewayServerLimits.connectionsPerPort
  // Ends connections on which nothing moves, also those that wait for a hanging database.
  server.timeout = gatewayServerLimits.answerTimeoutMs
  server.listen({ port: options.port, host: options.host, reusePort: options.sharesPort })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a listening socket has a port')
  return {
    port: address.port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      endConnections(stopPatienceMs)
      await closed
    },
  }
}

type Gateway = Pick<ListenOptions, 'protocol' | 'deliver' | 'clock' | 'log' | 'outcomes'> & {
  trackerLimits: TrackerLimits
  mayRequest(identity: string, now: Date): boolean
}

interface Reply {
  status: number
  body: string
  contentType?: string
  /** What became of the report. */
  outcome: string
  retryAfter?: number
  /** The methods that would have been right. */
  allowed?: string
}

/** @param place of its connection, which waits while nothing of it is being answered. */
async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  gateway: Gateway,
  place: WaitingPlace | undefined,
): Promise<void> {
  // A connection that has ended no longer knows its address.
  const address = request.socket.remoteAddress ?? ''
  const body = await readBody(request, gateway.protocol.bodyBytes)
  place?.leave()
  send(response, await replyTo(request, body, address, gateway))
  if (!request.socket.destroyed) place?.take()
}

async function replyTo(
  request: IncomingMessage,
  body: Buffer | BodyFault,
  address: string,
  gateway: Gateway,
): Promise<Reply> {
  const { protocol, clock } = gateway
  const { method = '', url = '', headers } = request
  if (!protocol.methods.includes(method)) {
    gateway.outcomes.note(protocol.name, null, 'WRONG_METHOD')
    const allowed = protocol.methods.join(', ')
    return { status: 405, body: `Hier wird nur gemeldet (${allowed}).`, outcome: 'WRONG_METHOD', allowed }
  }
  const refuse = (refusal: Refusal, outcome: string = refusal) => {
    gateway.outcomes.note(protocol.name, null, outcome)
    return { ...protocol.answer(refusal), outcome }
  }
  if (typeof body === 'string') return refuse('TOO_LARGE', body)
  const receivedAt = clock.now()
  const contentType = headers['content-type'] ?? ''
  const decoded = protocol.decode({ url, headers, contentType, body }, receivedAt)
  if ('refusal' in decoded) return refuse(decoded.refusal)
  const reports = Array.isArray(decoded) ? decoded : [decoded]
  return deliver(oldestFirst(reports), receivedAt, address, gateway)
}

/** Several reports get one answer: that of one that was not accepted, if there is any. */
async function deliver(reports: Report[], receivedAt: Date, address: string, gateway: Gateway): Promise<Reply> {
  const { protocol, trackerLimits, outcomes } = gateway
  try {
    // All of one tracker at once or none, and a stranger counts once.
    const waits = byTracker(reports).map(({ first, count }) => trackerLimits.wait(first, address, receivedAt, count))
    const retryAfter = Math.max(...(await Promise.all(waits)))
    if (retryAfter > 0) {
      for (const { identity } of reports) outcomes.note(protocol.name, identity, 'RATE_LIMITED')
      return { status: 429, body: 'Zu viele Anfragen.', outcome: 'RATE_LIMITED', retryAfter }
    }
    const inDoubt = new Set<string>()
    const deliveries = await Promise.all(
      reports.map((report) => gateway.deliver(report, receivedAt, () => inDoubt.add(report.identity))),
    )
    for (const [index, report] of reports.entries()) {
      const { identity } = report
      const [delivery = 'NO_REPORT'] = deliveries.slice(index, index + 1)
      trackerLimits.note(identity, address, delivery === 'NO_REPORT' || isAccepted(delivery))
      outcomes.note(protocol.name, identity, delivery)
      if (delivery !== 'NO_REPORT' && isAccepted(delivery)) outcomes.noteUnread(protocol.name, report)
    }
    const outcome = deliveries.find((delivery) => !isAccepted(delivery)) ?? deliveries[0] ?? 'NO_REPORT'
    const requestsPosition = [...inDoubt].some((identity) => gateway.mayRequest(identity, receivedAt))
    return { ...protocol.answer(outcome, requestsPosition), outcome }
  } catch (error) {
    // An outage of the database, or a doubted clock, is logged once, not with every report.
    if (!isOutage(error)) {
      gateway.log.error({ gateway: protocol.name, ...errorFields(error) }, 'report not stored')
    }
    for (const { identity } of reports) outcomes.note(protocol.name, identity, 'FAILED')
    return { status: 503, body: 'Zurzeit nicht erreichbar.', outcome: 'FAILED', retryAfter: retryAfterFailure }
  }
}

/** The first report of each tracker, and the number of its reports. */
function byTracker(reports: readonly Report[]): { first: Report; count: number }[] {
  const groups = Map.groupBy(reports, ({ identity }) => identity)
  return [...groups.values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [{ first, count: 1 + more.length }],
  )
}

/** How much more than allowed is read and discarded, so that the answer arrives before the connection ends. */
const drainedBodies = 16

type BodyFault = 'TOO_LARGE' | 'CUT_OFF'

async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | BodyFault> {
  const parts: AsyncIterable<Buffer> = request
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of parts) {
      bytes += part.length
      if (bytes <= mostBytes) chunks.push(part)
      else if (bytes > mostBytes * drainedBodies) break
    }
  } catch {
    return 'CUT_OFF'
  }
  return bytes > mostBytes ? 'TOO_LARGE' : Buffer.concat(chunks)
}

function send(response: ServerResponse, reply: Reply): void {
  const headers: OutgoingHttpHeaders = {
    'content-length': Buffer.byteLength(reply.body),
    'content-type': reply.contentType ?? 'text/plain; charset=utf-8',
  }
  if (reply.retryAfter !== undefined) headers['retry-after'] = String(reply.retryAfter)
  if (reply.allowed !== undefined) headers['allow'] = reply.allowed
  if (reply.outcome === 'TOO_LARGE') headers['connection'] = 'close'
  response.writeHead(reply.status, headers).end(reply.body)
}
