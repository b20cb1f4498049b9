import { appLimits } from '#contract/limits/app-limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import { retryAfterMinutes } from './pauses.ts'
import type { FeedFile, FeedRequest } from '#server/feeds/feed.ts'

/** Why there is no answer. `overloaded`: the source asks for a pause; it says how long, or we choose. */
export interface DownloadFailure {
  failure: string
  overloaded?: { retryAfterMinutes: number | null }
}

/**
 * Downloads the present state of a source.
 * @param etag the source's name for the state that we already have.
 */
export type Download = (
  request: FeedRequest,
  etag: string | null,
) => Promise<{ file: FeedFile; etag: string | null } | { unchanged: true } | DownloadFailure>

interface Parts {
  fetch: typeof globalThis.fetch
  contact: string
  clock: Clock
}

/** @param parts.contact the operator's address: sources want to know who calls them. */
export function createDownload({ fetch, contact, clock }: Parts): Download {
  const userAgent = `Wegwarte/${appLimits.version} (+${contact})`

  return async (request, etag) => {
    const { host } = new URL(request.url)
    try {
      const response = await fetch(request.url, {
        ...(request.form && { method: 'POST', body: new URLSearchParams(request.form) }),
        headers: { 'user-agent': userAgent, ...(etag !== null && { 'if-none-match': etag }) },
        signal: AbortSignal.timeout(request.timeoutMs),
      })
      if (response.status === 304) return { unchanged: true }
      if (!response.ok) {
        await response.body?.cancel()
        return refusal(host, response, clock.now())
      }
      const name = `Die Antwort von ${host}${request.part === undefined ? '' : ` (${request.part})`}`
      const bytes = await bytesOf(response, request.maxBytes)
      if (bytes === null) return { failure: `${name} ist zu groß` }
      return { file: { name, bytes }, etag: response.headers.get('etag') }
    } catch (error) {
      return { failure: disturbance(host, error, request.timeoutMs) }
    }
  }
}

function refusal(host: string, { status, headers }: Response, now: Date): DownloadFailure {
  const isOverloaded = status === 429 || status === 503 || status === 504
  if (!isOverloaded) return { failure: `${host} antwortet mit Status ${status}` }
  return {
    failure: `${host} ist überlastet (Status ${status})`,
    overloaded: { retryAfterMinutes: retryAfterMinutes(headers.get('retry-after'), now) },
  }
}

/** Null if an answer is longer than a feed may be; the rest of it is not read. */
async function bytesOf(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function disturbance(host: string, error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `${host} hat nicht innerhalb von ${timeoutMs / 1000} Sekunden geantwortet`
  }
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return `${host} ist nicht erreichbar${code}`
}
