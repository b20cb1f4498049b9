import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import * as z from 'zod'
import { httpLimits, httpServerLimits } from '#contract/limits/http-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { mistakeInWords } from '#contract/base/mistake-words.ts'
import type { ProblemCode } from '#contract/base/problem.ts'
import { isAccountGone } from '#server/db/shared/account-gone.ts'
import { stopPatienceMs } from '#server/platform/shutdown.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Caller } from '#server/http/caller.ts'
import { followConnections } from '#server/platform/open-connections.ts'
import { endLateBodies, refuseUnparsed } from '#server/http/late-requests.ts'
import { failureOf, Problem } from '#server/http/problem.ts'
import { spokenId } from '#server/platform/ids.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { isForPage, unknownPage } from '#server/http/static-files.ts'
import type { Pseudonyms } from '#server/platform/pseudonyms.ts'
import { createOutageLog, isOutage } from '#server/platform/outage.ts'
import { errorFields } from '#server/platform/error-fields.ts'

export interface HttpOptions {
  log: Logger
  names: Pseudonyms
  metrics: Metrics
  /** Addresses of reverse proxies whose X-Forwarded-For counts. */
  trustProxy: readonly string[]
  /** Where map tiles and styles come from: the only other hosts that a page may load from. */
  mapSources: readonly string[]
  /** Whether browsers may reach all sites below our domain by TLS alone. */
  subdomains: boolean
}

/** The embedded database is back within five seconds, usually sooner. */
const retryAfterSeconds = 2

z.config({ customError: mistakeInWords })

/** An HTTP server with everything that every route needs: headers, compression, logging, errors as envelopes. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { page, part, data } = securityHeaders(options)
  const app = Fastify({
    logger: false,
    // Ours alone: an id that comes with a request could be anything.
    requestIdHeader: false,
    genReqId: spokenId,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    bodyLimit: httpLimits.bodyBytes,
    requestTimeout: httpLimits.fileTimeoutMs,
    http: {
      headersTimeout: httpServerLimits.headTimeoutMs,
      connectionsCheckingInterval: httpServerLimits.lateRequestsEveryMs,
    },
    clientErrorHandler: refuseUnparsed,
    // As long as an address can be; the contract's schemas limit ids.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
    // A malformed address never reaches a route or a hook; answer it like any other unknown path.
    frameworkErrors: (_error, request, reply) => {
      reply.hijack()
      if (isForPage(request)) reply.raw.writeHead(302, { ...page, location: unknownPage, 'content-length': 0 }).end()
      else reply.raw.writeHead(404, { ...data, 'content-type': 'application/json' }).end(notFound)
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (isData(request)) reply.headers(data)
    else reply.headers(isPart(request) ? part : page)
    done()
  })
  // There before the first one: who watches sees it as a change.
  app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) {
      for (const status of failures) {
        options.metrics.count('wegwarte_requests_total', { method: verb, route: url, status }, 0)
      }
    }
  })
  endLateBodies(app)
  await app.register(compress, { globalDecompression: false })
  await app.register(multipart, {
    limits: { fileSize: httpLimits.uploadBytes, files: 1, fields: 5, fieldSize: 1000, parts: 6 },
  })

  const endConnections = followConnections(app.server)
  app.addHook('preClose', async () => endConnections(stopPatienceMs))
  app.addHook('onSend', (request, reply, payload, done) => {
    // No cache keeps an answer to one person, where the next person at the same computer could find it.
    if (isOfApi(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  // One line a request, with the route's pattern: the real address may hold a token, an id or a position.
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'unknown'
    // Only calls of the API have one.
    const caller: Caller | undefined = request.caller
    options.log.info({
      request: request.id,
      method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...((caller?.kind === 'user' || caller?.kind === 'program') && { user: options.names.user(caller.user.id) }),
    })
    options.metrics.count('wegwarte_requests_total', { method, route, status: String(reply.statusCode) })
    options.metrics.time('wegwarte_request_seconds', { route }, reply.elapsedTime / secondMs)
    done()
  })

  const logOutage = createOutageLog(options.log, 'requests are answered with 503')
  app.setErrorHandler<FastifyError | Problem>((error, request, reply) => {
    const problem = problemOf(error)
    if (problem.details.retryAfter !== undefined) reply.header('retry-after', String(problem.details.retryAfter))
    // An answer with a time to come back has a cause that all callers share: it is logged once, not for every request.
    if (problem.status >= 500 && problem.details.retryAfter !== undefined) logOutage(error)
    else if (problem.status >= 500) {
      // Without the error's message: that of a database can contain what the user typed.
      options.log.error(
        { request: request.id, route: request.routeOptions.url, ...errorFields(error) },
        'request failed',
      )
    }
    return reply
      .status(problem.status)
      .type('application/json')
      .send(JSON.stringify(failureOf(problem, request.id)))
  })
  return app
}

/** Decided by the route that answers: an address can be written in several ways (`/%61pi/…`). */
function isOfApi({ routeOptions, url }: FastifyRequest): boolean {
  return (routeOptions.url ?? url).startsWith('/api/')
}

/** The description of the API is a page; everything else below `/api/` is read by programs. */
function isData(request: FastifyRequest): boolean {
  return isOfApi(request) && !(request.routeOptions.url ?? '').startsWith('/api/docs')
}

/** A page never has such an address. Of what is written otherwise (`/%61ssets/…`) it is not said that it is no page. */
function isPart({ url }: FastifyRequest): boolean {
  return url.startsWith('/assets/')
}

/** Ours, or of the database. */
const failures = ['500', '503']

const notFound = JSON.stringify(failureOf(new Problem('NOT_FOUND')))

const codeByStatus: Partial<Record<number, ProblemCode>> = {
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  503: 'UNAVAILABLE',
}

function problemOf(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error
  if (isAccountGone(error)) return new Problem('UNAUTHORIZED')
  if (isOutage(error)) return new Problem('UNAVAILABLE', { retryAfter: retryAfterSeconds })
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {}
    for (const { instancePath, message } of error.validation) {
      fields[instancePath.slice(1).replaceAll('/', '.')] = message ?? 'Diese Angabe ist nicht gültig.'
    }
    return new Problem('VALIDATION_ERROR', { fields })
  }
  const status = error.statusCode ?? 500
  if (status >= 500 && status !== 503) return new Problem('SERVER_ERROR')
  return new Problem(codeByStatus[status] ?? 'VALIDATION_ERROR')
}
