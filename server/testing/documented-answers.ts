import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as z from 'zod'

const openApi = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.looseObject({ content: content() })) })),
  ),
})

function content() {
  return z.optional(z.record(z.string(), z.looseObject({ schema: z.unknown() })))
}

/** Where a process without the role `api` listens, which answers 404 to nearly everything: no document describes it. */
export const undescribedOrigins = new Set<string>()

/** An answer of the API, as a client sees it. */
export interface SeenAnswer {
  method: string
  /** Without the query. */
  path: string
  status: number
  /** Null if it has no body. */
  mediaType: string | null
}

interface Documented {
  /** What the document says differently about an answer; null if nothing, or if it says nothing about that address. */
  differs(answer: SeenAnswer): string | null
  /** The same for the body of such an answer, parsed. */
  bodyDiffers(answer: SeenAnswer, body: unknown): string | null
}

let watched: Set<string> | undefined

/** From the first call on, `fetch` adds to the result what the document says differently about answers of the product. */
export function differencesOfFetched(document: string): Set<string> {
  watched ??= watchFetch(documentedBy(document))
  return watched
}

function watchFetch(documented: Documented): Set<string> {
  const differences = new Set<string>()
  const note = (difference: string | null) => {
    if (difference !== null) differences.add(difference)
  }
  const realFetch = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const response = await realFetch(input, init)
    // Only the product names its requests; the tests' own servers do not.
    if (response.headers.has('x-request-id'))
      watch(documented, note, response, new Request(input, { ...init, body: null }))
    return response
  }
  return differences
}

type Note = (difference: string | null) => void

function watch(documented: Documented, note: Note, response: Response, { url, method }: Request): void {
  const { origin, pathname } = new URL(url)
  if (undescribedOrigins.has(origin)) return
  const [type = null] = response.headers.get('content-type')?.split(';') ?? []
  const mediaType = response.body === null ? null : type
  const answer = { method, path: pathname, status: response.status, mediaType }
  note(documented.differs(answer))
  if (mediaType === 'application/json') watchBody(documented, note, response, answer)
}

/** The body is not read before the test reads it: tests of slow readers depend on that. */
function watchBody(documented: Documented, note: Note, response: Response, answer: SeenAnswer): void {
  const text = response.text.bind(response)
  response.text = async () => {
    const read = await text()
    note(documented.bodyDiffers(answer, JSON.parse(read)))
    return read
  }
  response.json = async () => JSON.parse(await response.text())
}

/** Reads an OpenAPI document to hold answers against it. */
export function documentedBy(document: string): Documented {
  const parsed: unknown = JSON.parse(document)
  const { paths } = openApi.parse(parsed)
  const templates = Object.keys(paths).map((template) => ({ template, parts: template.split('/') }))
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false })
  ajv.addSchema(z.record(z.string(), z.unknown()).parse(parsed), 'document')
  const validators = new Map<string, ValidateFunction>()

  /** Of several templates the one with the fewest parameters holds, as in the router (OpenAPI 3.1, Paths Object). */
  const templateOf = (path: string): string | undefined =>
    templates
      .filter(({ parts }) => fits(path.split('/'), parts))
      .toSorted((one, other) => parameters(one.template) - parameters(other.template))[0]?.template

  const validatorOf = (pointer: string): ValidateFunction => {
    const known = validators.get(pointer)
    if (known !== undefined) return known
    const made = ajv.compile({ $ref: `document#${pointer}` })
    validators.set(pointer, made)
    return made
  }

  return {
    differs({ method, path, status, mediaType }) {
      const template = templateOf(path)
      const operation = template === undefined ? undefined : paths[template]?.[method.toLowerCase()]
      if (operation === undefined) return null
      const response = operation.responses[String(status)]
      if (response === undefined) return `${method} ${template}: status ${status} is not in the document`
      const types = Object.keys(response.content ?? {})
      if (mediaType === null || types.includes('*/*') || types.includes(mediaType)) return null
      return `${method} ${template}: ${status} is ${mediaType}, the document says ${types.join(', ') || 'no body'}`
    },
    bodyDiffers({ method, path, status, mediaType }, body) {
      const template = templateOf(path)
      const name = method.toLowerCase()
      if (template === undefined || mediaType === null) return null
      if (paths[template]?.[name]?.responses[String(status)]?.content?.[mediaType] === undefined) return null
      const pointer = ['paths', template, name, 'responses', String(status), 'content', mediaType, 'schema']
      const validate = validatorOf(pointer.map((part) => `/${pointerPart(part)}`).join(''))
      if (validate(body)) return null
      // Without the values: an answer may hold tokens.
      const mistakes = validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`) ?? []
      return `${method} ${template}: the body of ${status} is not as documented: ${mistakes.slice(0, 3).join('; ')}`
    },
  }
}

function fits(path: readonly string[], template: readonly string[]): boolean {
  if (path.length !== template.length) return false
  return template.every((part, at) => fitsPart(path[at] ?? '', part))
}

/** A part of a template is text with at most one parameter in it, such as `{y}.mvt`. */
function fitsPart(part: string, template: string): boolean {
  const begin = template.indexOf('{')
  if (begin === -1) return part === template
  const [before, after] = [template.slice(0, begin), template.slice(template.indexOf('}') + 1)]
  return part.length > before.length + after.length && part.startsWith(before) && part.endsWith(after)
}

const parameters = (template: string) => template.split('{').length - 1

/** RFC 6901, section 3, inside a URI fragment. */
function pointerPart(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))
}
