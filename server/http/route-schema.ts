import * as z from 'zod/mini'
import { accountLimits } from '#contract/account-limits.ts'
import { type Endpoint, failure, success } from '#contract/endpoint.ts'
import { problems } from '#contract/problem.ts'

const stepUpNote = `Nur in einer Sitzung, die in den letzten ${accountLimits.stepUpMinutes} Minuten bestätigt wurde: durch die Anmeldung oder mit POST /api/auth/step-up.`

/** The endpoint's schemas in the shape Fastify validates, serialises and documents by. */
export function schemaOf(endpoint: Endpoint) {
  return {
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

function securityOf({ access }: Endpoint) {
  if (access === 'public') return []
  return access === 'recipient' ? [{ share: [] }] : [{ session: [] }]
}

function responsesOf(endpoint: Endpoint) {
  const isAnonymous = endpoint.access === 'public' || endpoint.access === 'recipient'
  const general = isAnonymous ? [] : (['UNAUTHORIZED', 'FORBIDDEN'] as const)
  const confirmed = endpoint.stepUp ? (['STEP_UP_REQUIRED'] as const) : []
  const found = endpoint.owns !== undefined && 'device' in endpoint.owns ? (['NOT_FOUND'] as const) : []
  const input = (endpoint.params ?? endpoint.query ?? endpoint.body) ? (['VALIDATION_ERROR'] as const) : []
  const limited = 'unlimited' in endpoint.limit ? [] : (['RATE_LIMITED'] as const)
  const responses: Record<number, unknown> = {}
  for (const code of [
    ...general,
    ...confirmed,
    ...found,
    ...input,
    ...limited,
    ...endpoint.problems,
    'SERVER_ERROR' as const,
  ]) {
    responses[problems[code].status] = failure
  }
  return { ...responses, ...successOf(endpoint) }
}

function successOf(endpoint: Endpoint) {
  if (endpoint.form === 'envelope') return { [endpoint.status]: success(endpoint.reply) }
  if (endpoint.form === 'plain') return { [endpoint.status]: endpoint.reply }
  const content = { [mediaTypeOf(endpoint)]: { schema: endpoint.form === 'events' ? endpoint.reply : z.string() } }
  return { [endpoint.status]: { description: endpoint.summary, content } }
}

export function mediaTypeOf(endpoint: Endpoint): string {
  return endpoint.mediaType ?? 'application/octet-stream'
}
