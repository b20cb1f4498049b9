import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'

interface Post {
  body: Buffer
  headers: Record<string, string>
  timeoutMs: number
  /** How names are looked up, where not every address may be called. */
  lookup?: LookupFunction
}

/**
 * The status of the answer, or null if none comes in time. Redirects are not followed. The answer is not read: however long
 * it is, the connection ends with its head, which Node limits to 16 KiB.
 */
export function post(url: URL, { body, headers, timeoutMs, lookup }: Post): Promise<number | null> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': body.length },
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(lookup !== undefined && { lookup }),
      },
      (response) => {
        resolve(response.statusCode ?? null)
        response.destroy()
      },
    )
    sent.on('error', () => resolve(null))
    sent.end(body)
  })
}
