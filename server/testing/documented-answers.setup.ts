import { afterEach, expect, inject } from 'vitest'
import { documentedBy, type SeenAnswer, undescribedOrigins } from './documented-answers.ts'

/**
 * Holds every answer of the product that a test fetches against the OpenAPI document: status, media type and, where the test
 * reads it, the body.
 */
const documented = documentedBy(inject('openApiDocument'))
const differences = new Set<string>()

afterEach(() => {
  const found = [...differences]
  differences.clear()
  expect(found, 'answers that the OpenAPI document does not describe').toEqual([])
})

const realFetch = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const response = await realFetch(input, init)
  // Only the product names its requests; the tests' own servers do not.
  if (response.headers.has('x-request-id')) watch(response, new Request(input, { ...init, body: null }))
  return response
}

function watch(response: Response, { url, method }: Request): void {
  const { origin, pathname } = new URL(url)
  if (undescribedOrigins.has(origin)) return
  const [type = null] = response.headers.get('content-type')?.split(';') ?? []
  const mediaType = response.body === null ? null : type
  const answer = { method, path: pathname, status: response.status, mediaType }
  note(documented.differs(answer))
  if (mediaType === 'application/json') watchBody(response, answer)
}

/** The body is not read before the test reads it: tests of slow readers depend on that. */
function watchBody(response: Response, answer: SeenAnswer): void {
  const text = response.text.bind(response)
  response.text = async () => {
    const read = await text()
    note(documented.bodyDiffers(answer, JSON.parse(read)))
    return read
  }
  response.json = async () => JSON.parse(await response.text())
}

function note(difference: string | null): void {
  if (difference !== null) differences.add(difference)
}
