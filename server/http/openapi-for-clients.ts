import * as z from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import { operationIdOf } from '#server/http/route-schema.ts'

const openApi = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.optional(z.string()) }))),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
})
export type OpenApi = z.output<typeof openApi>

const tuple = z.looseObject({ type: z.literal('array'), prefixItems: z.array(z.unknown()), items: z.literal(false) })

const uploads: ReadonlySet<string | undefined> = new Set(
  endpoints.filter(({ multipart }) => multipart === true).map(operationIdOf),
)

/** The form of an upload. Its handler reads it piece by piece, so its route has no schema. */
const uploadBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
    },
  },
}

/**
 * An OpenAPI document in the words that generators of clients know: tuples are arrays of a fixed length, because several
 * generators refuse `items: false`; uploads have their form; a stream is described event by event; components that nothing
 * refers to are left out.
 */
export function forClients(document: object): OpenApi {
  const plain = openApi.parse(JSON.parse(JSON.stringify(document), (name, value: unknown) => forClient(name, value)))
  for (const operations of Object.values(plain.paths)) {
    for (const operation of Object.values(operations)) {
      if (uploads.has(operation.operationId)) Object.assign(operation, { requestBody: uploadBody })
    }
  }
  return { ...plain, components: { ...plain.components, schemas: referredTo(plain) } }
}

function forClient(name: string, value: unknown): unknown {
  return name === eventStream ? ofEvents(value) : withoutTuple(value)
}

const eventStream = 'text/event-stream'
const streamed = z.looseObject({ schema: z.unknown() })

/** What a stream carries is the text of each event's `data` (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
function ofEvents(content: unknown): unknown {
  const { schema, ...rest } = streamed.parse(content)
  const data = { type: 'string', contentMediaType: 'application/json', contentSchema: schema }
  return { ...rest, schema: { type: 'object', properties: { data }, required: ['data'] } }
}

function withoutTuple(value: unknown): unknown {
  const read = tuple.safeParse(value)
  if (!read.success) return value
  const { prefixItems, ...rest } = read.data
  const kinds = [...new Map(prefixItems.map((item) => [JSON.stringify(item), item])).values()]
  const items = kinds.length === 1 ? kinds[0] : { anyOf: kinds }
  return { ...rest, items, minItems: prefixItems.length, maxItems: prefixItems.length }
}

/** The components that the paths refer to, directly or through others. */
function referredTo({ paths, components: { schemas } }: OpenApi): Record<string, unknown> {
  const found = new Set<string>()
  const left: unknown[] = [paths]
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      left.push(schemas[name])
    }
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)))
}
