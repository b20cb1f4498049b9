import { setTimeout as sleep } from 'node:timers/promises'
import { CommandProblem } from './command.ts'
import type { RecordedFix } from './gpx-recording.ts'
import type { SimulatedTracker } from './simulated-tracker.ts'

/** A tracker's report as it goes over HTTP, always with POST. */
export interface ClientRequest {
  /** Path and query. */
  path: string
  /** Null where the app names none. */
  contentType: string | null
  body: string
}

interface Destination {
  host: string
  port: number
  /** Sent with every report; null: none. */
  secret: string | null
  requestOf(fix: RecordedFix): ClientRequest
}

/** A tracker that reports each fix by a request of its own. */
export function httpTracker({ host, port, secret, requestOf }: Destination): SimulatedTracker {
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return { address, send: (fix) => deliver(address, requestOf(fix), secret), close: () => {} }
}

const mostAttempts = 5

/** A tracker tries again what was not acknowledged; an unknown one would do so for ever, so this one gives up. */
async function deliver(gateway: string, request: ClientRequest, secret: string | null): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { status, retryAfterSeconds } = await post(gateway, request, secret)
    if (status === 200) return
    if (status === 404) {
      throw new CommandProblem(
        'Der Tracker-Port nimmt von dieser IMEI nichts an. Nehmen Sie das Gerät auf (devices import), und registrieren Sie es in einem Konto.',
      )
    }
    if (status === 403) {
      throw new CommandProblem('Zu diesem Gerät gehört ein Schlüssel. Bitte nennen Sie ihn mit --secret.')
    }
    const isTemporary = status === 429 || status >= 500
    if (!isTemporary || attempt === mostAttempts) throw new CommandProblem(`Der Tracker-Port antwortet mit ${status}.`)
    await sleep(retryAfterSeconds * 1000)
  }
}

async function post(
  gateway: string,
  request: ClientRequest,
  secret: string | null,
): Promise<{ status: number; retryAfterSeconds: number }> {
  try {
    const response = await fetch(`${gateway}${request.path}`, {
      method: 'POST',
      body: request.body,
      headers: {
        ...(request.contentType !== null && { 'content-type': request.contentType }),
        ...(secret !== null && { 'x-device-key': secret }),
      },
    })
    // Read to its end, so that the connection is used again.
    await response.arrayBuffer()
    return { status: response.status, retryAfterSeconds: Number(response.headers.get('retry-after') ?? 1) }
  } catch (error) {
    throw new CommandProblem(`Unter ${gateway} antwortet kein Tracker-Port. Läuft das Produkt, mit GATEWAY=on?`, {
      cause: error,
    })
  }
}
