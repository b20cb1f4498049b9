import { setTimeout as sleep } from 'node:timers/promises'
import { secondMs } from '#contract/base/time-units.ts'
import { CommandProblem } from '#server/commands/command.ts'
import type { RecordedFix } from './gpx-recording.ts'
import type { SimulatedTracker } from './simulated-tracker.ts'

/** A tracker's report as a request over HTTP, always POST. */
export interface ClientRequest {
  /** Path and query. */
  path: string
  /** Null if the app does not send one. */
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

/** A tracker that reports each fix in its own request. */
export function httpTracker({ host, port, secret, requestOf }: Destination): SimulatedTracker {
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return { address, send: (fix) => deliver(address, requestOf(fix), secret), close: () => {} }
}

const mostAttempts = 5

/** A tracker repeats a report that was not acknowledged. An unknown one would repeat it for ever, so this one gives up. */
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
    await sleep(retryAfterSeconds * secondMs)
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
    // The body is read to its end, so that the connection can be used again.
    await response.arrayBuffer()
    return { status: response.status, retryAfterSeconds: Number(response.headers.get('retry-after') ?? 1) }
  } catch (error) {
    throw new CommandProblem(`Unter ${gateway} antwortet kein Tracker-Port. Läuft das Produkt, mit GATEWAY=on?`, {
      cause: error,
    })
  }
}
