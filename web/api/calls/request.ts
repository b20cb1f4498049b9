import type { CallInput, Endpoint } from '#contract/base/endpoint.ts'

/** What a call takes: those of `params`, `query` and `body` that its endpoint declares. */
export type Input<E> = {
  [Part in keyof CallInput<E> as undefined extends CallInput<E>[Part] ? never : Part]: CallInput<E>[Part]
} & (E extends { readonly multipart: true } ? { file: Blob } : unknown)

interface AnyInput {
  params?: unknown
  query?: unknown
  body?: unknown
  file?: Blob
}

/** The address of a call: its path with parameters filled in, and its query without what is absent. */
export function addressOf(endpoint: Endpoint, input: AnyInput): string {
  const params = new Map(entriesOf(input.params))
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params.get(name)
    if (value === undefined) throw new TypeError(`${endpoint.path} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams(entriesOf(input.query)).toString()
  return query === '' ? path : `${path}?${query}`
}

/** The method, headers and body of a call. */
export function requestOf(endpoint: Endpoint, input: AnyInput, token: string | null) {
  const headers = new Headers({ accept: endpoint.mediaType ?? 'application/json' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (input.file !== undefined) {
    // The browser adds the content type, with the boundary between the parts.
    const form = new FormData()
    form.append('file', input.file)
    return { method: endpoint.method, headers, body: form }
  }
  if (endpoint.body === undefined) return { method: endpoint.method, headers }
  headers.set('content-type', 'application/json')
  return { method: endpoint.method, headers, body: JSON.stringify(input.body) }
}

function entriesOf(part: unknown): [string, string][] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
}
