import * as z from 'zod/mini'
import { accountLimits } from '#contract/account/account-limits.ts'
import { type Endpoint, failure, success } from '#contract/base/endpoint.ts'
import { type ProblemCode, problems } from '#contract/base/problem.ts'

const stepUpNote = `Nur in einer Sitzung, die in den letzten ${accountLimits.stepUpMinutes} Minuten bestätigt wurde: durch die Anmeldung oder mit POST /api/auth/step-up.`

/** The endpoint's schemas in the shape Fastify validates, serialises and documents by. */
export function schemaOf(endpoint: Endpoint) {
  return {
    operationId: operationIdOf(endpoint),
    summary: endpoint.summary,
    ...(endpoint.stepUp && { description: stepUpNote }),
    tags: [endpoint.path.split('/')[2] ?? ''],
    security: securityOf(endpoint),
    'x-access': endpoint.access,
    ...(endpoint.owns && { 'x-owns': endpoint.owns }),
    ...(endpoint.multipart === true && { consumes: ['multipart/form-data'] }),
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    response: responsesOf(endpoint),
  }
}

/** `GET /api/devices/:id` is `getDevicesById`: as stable as the address, by which clients that are generated name their calls. */
export function operationIdOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const words = path
    .split('/')
    .slice(2)
    .flatMap((part) => (part.startsWith(':') ? ['by', part.slice(1)] : [part]))
    .flatMap((part) => part.split(/[^a-zA-Z0-9]+/))
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** Of a program's token the scope is named that it needs (OpenAPI 3.1, Security Requirement Object). */
function securityOf({ access, tokenScope }: Endpoint) {
  if (access === 'public') return []
  if (tokenScope !== undefined) return [{ session: [] }, { program: [tokenScope] }]
  return access === 'recipient' ? [{ share: [] }] : [{ session: [] }]
}

function responsesOf(endpoint: Endpoint) {
  const responses: Record<number, unknown> = {}
  for (const code of [...problemsOfEveryCall(endpoint), ...endpoint.problems])
    responses[problems[code].status] = failure
  return { ...responses, ...successOf(endpoint) }
}

/** What the server answers before and around the handler (`http/api.ts`), by what the endpoint declares. */
export function problemsOfEveryCall({
  access,
  stepUp,
  owns,
  params,
  query,
  body,
  multipart,
  limit,
}: Endpoint): ProblemCode[] {
  const isAnonymous = access === 'public' || access === 'recipient'
  const reads = params ?? query ?? body
  return [
    ...(isAnonymous ? [] : (['UNAUTHORIZED', 'FORBIDDEN'] as const)),
    ...(access === 'recipient' ? (['SHARE_OVER'] as const) : []),
    ...(stepUp ? (['STEP_UP_REQUIRED'] as const) : []),
    ...(owns !== undefined && 'device' in owns ? (['NOT_FOUND'] as const) : []),
    ...(reads === undefined ? [] : (['VALIDATION_ERROR'] as const)),
    ...(body === undefined && multipart !== true ? [] : (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)),
    ...(multipart === true ? (['FILE_MISSING', 'UNREADABLE_FORM'] as const) : []),
    ...('unlimited' in limit ? [] : (['RATE_LIMITED'] as const)),
    'SERVER_ERROR',
    'UNAVAILABLE',
  ]
}

function successOf(endpoint: Endpoint) {
  if (endpoint.form === 'envelope') return { [endpoint.status]: success(endpoint.reply) }
  if (endpoint.form === 'plain') return { [endpoint.status]: endpoint.reply, ...unchanged }
  const content = { [endpoint.mediaType ?? '*/*']: { schema: contentOf(endpoint) } }
  const found = { [endpoint.status]: { description: endpoint.summary, content } }
  return endpoint.form === 'events' ? found : { ...found, ...empty, ...unchanged }
}

function contentOf({ form, mediaType, reply }: Endpoint) {
  if (form === 'events') return reply
  return mediaType === 'application/json' ? z.unknown() : z.file()
}

const empty = { 204: z.null().check(z.meta({ description: 'Dazu gibt es nichts.' })) }
/** To a caller that has sent the tag of what it already has. */
const unchanged = { 304: z.null().check(z.meta({ description: 'Nichts hat sich geändert.' })) }

export function mediaTypeOf(endpoint: Endpoint): string {
  return endpoint.mediaType ?? 'application/octet-stream'
}
