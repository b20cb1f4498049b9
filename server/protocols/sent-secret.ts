import type { TrackerRequest } from './protocol.ts'

/** If an app stores nothing but an address, the secret is a part of it: `https://…/?key=SECRET`. */
export const secretParameter = 'key'

/**
 * The secret that a tracker sent over HTTP: in the header `x-device-key` as at the API, as `key` in the address (OsmAnd,
 * Traccar Client), or as the password of Basic authentication (OwnTracks, GPSLogger). Null if there is none.
 */
export function secretOf({ headers, url }: Pick<TrackerRequest, 'headers' | 'url'>): string | null {
  const inAddress = queryOf(url).get(secretParameter) || null
  // A password may be meant for a proxy in front of us.
  return headerOf(headers, 'x-device-key') ?? inAddress ?? basicPassword(headers)
}

/** A header that occurs once and is not empty, trimmed. */
export function headerOf(headers: TrackerRequest['headers'], name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value.trim() || null : null
}

export function queryOf(url: string): URLSearchParams {
  const mark = url.indexOf('?')
  return new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1))
}

function basicPassword(headers: TrackerRequest['headers']): string | null {
  const encoded = /^basic\s+([\w+/=-]+)$/i.exec(headerOf(headers, 'authorization') ?? '')?.[1]
  if (encoded === undefined) return null
  const credentials = Buffer.from(encoded, 'base64').toString()
  const colon = credentials.indexOf(':')
  return colon === -1 ? null : credentials.slice(colon + 1) || null
}
