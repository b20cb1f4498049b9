import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Endpoint, failure, type ParsedInput, type Reply, success } from '#contract/endpoint.ts'
import { problems } from '#contract/problem.ts'
import { limits } from '#contract/limits.ts'
import type { Pulse } from '#server/db/pulse.ts'
import type { HeldLimit } from '#server/http/call-limits.ts'
import {
  admit,
  type Authenticate,
  bearerToken,
  type Caller,
  type CallerOf,
  identify,
  keepDemo,
} from '#server/http/caller.ts'
import { EventStream, sendEventStream } from '#server/http/event-stream.ts'
import { sendTagged } from '#server/http/entity-tag.ts'
import { Prepared, sendPrepared } from '#server/http/prepared.ts'
import { Problem } from '#server/http/problem.ts'
import { networkOf } from '#server/network.ts'

/** Bytes to download. */
export interface FileAnswer {
  /** Offered for saving under this name; null to be shown. */
  fileName: string | null
  content: AsyncIterable<string | Uint8Array> | Buffer
  /** Where one endpoint has files of several kinds. */
  mediaType?: string
}

/** The JSON of a `plain` answer, made once for many callers: sent as it is. */
export class PreparedJson {
  readonly bytes: Buffer

  constructor(json: string) {
    this.bytes = Buffer.from(json)
  }
}

/** The JSON of an `envelope` answer's data that is too long to be made in one go: written piece by piece. */
export class JsonPieces {
  readonly pieces: AsyncIterable<string>

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

/** The file of a `multipart` endpoint: read by its handler, at most as long as its entry says. */
export type ReadUpload = () => Promise<Buffer>

/** What a handler gets: the parsed input, who calls, and the little of HTTP that is its business. */
export type Call<E extends Endpoint> = ParsedInput<E> & {
  caller: CallerOf<E['access']>
  /** The bearer token as it was sent, for the one call that ends its session. */
  token: string | null
  /** The caller's network, for limits (`networkOf`). */
  network: string
  /** The browser's words for itself. */
  client: string
  /** The uploaded file. @throws {Problem} FILE_MISSING, PAYLOAD_TOO_LARGE. */
  file: ReadUpload
  /** Aborted when the caller has left: who works long for one answer looks at it in between. */
  hasLeft: AbortSignal
  /** Sets a header of the answer. */
  header(name: string, value: string): void
}

/** The value of the reply; for a `file` its bytes, or null for 204; for `events` the stream; what has no envelope can be made beforehand. */
type Answer<E extends Endpoint> = E['form'] extends 'file'
  ? FileAnswer | Prepared | null
  : E['form'] extends 'events'
    ? EventStream<Reply<E>>
    : E['form'] extends 'plain'
      ? Reply<E> | PreparedJson | Prepared
      : Reply<E> | JsonPieces

export interface Api {
  /** Connects an endpoint of the contract to its handler. */
  on<const E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Promise<Answer<E>>): void
  /** The endpoints that have a handler. */
  readonly handled: ReadonlySet<Endpoint>
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

/** @param pulse ends the waiting for a database that has fallen silent. */
export function createApi(
  app: FastifyInstance,
  authenticate: Authenticate,
  limitOf: (endpoint: Endpoint) => HeldLimit,
  pulse: Pick<Pulse, 'guard'>,
): Api {
  const handled = new Set<Endpoint>()
  app.decorateRequest('caller')

  return {
    handled,
    on(endpoint, handler) {
      handled.add(endpoint)
      const { atTheDoor, whileAnswered, beforeTheHandler } = limitOf(endpoint)
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        ...(endpoint.mostBytes !== undefined && { bodyLimit: endpoint.mostBytes }),
        schema: schemaOf(endpoint),
        onRequest: async (request, reply) => {
          const { authorization } = request.headers
          const deviceKey = headerOf(request, 'x-device-key')
          if (authorization === undefined && deviceKey === undefined) request.caller = nobody
          else request.caller = await pulse.guard(identify({ authorization, deviceKey }, authenticate))
          admit(endpoint.access, request.caller)
          keepDemo(endpoint, request.caller)
          const origin = { caller: request.caller, address: request.ip }
          atTheDoor?.(origin)
          // Who has left by now is past its closing.
          if (whileAnswered !== null && !reply.raw.destroyed) reply.raw.once('close', whileAnswered(origin))
        },
        ...(hasInput(endpoint) && { preValidation: async (request) => refuseUnstorableText(request) }),
        handler: async (request, reply) => {
          if (beforeTheHandler !== null) {
            await pulse.guard(beforeTheHandler({ caller: request.caller, address: request.ip }))
          }
          // Plumbing: Fastify has validated these parts with the endpoint's own schemas, which its types cannot say.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          const call = callOf(endpoint, request, reply) as unknown as Call<typeof endpoint>
          try {
            await answer(endpoint, await pulse.guard(handler(call)), request, reply)
          } catch (error) {
            // Work that ended because nobody waits for it any more.
            if (!reply.raw.destroyed || !isAbort(error)) throw error
            reply.hijack()
          }
          return reply
        },
      })
    },
  }
}

const nobody: Caller = { kind: 'nobody' }

function hasInput({ params, query, body }: Endpoint): boolean {
  return params !== undefined || query !== undefined || body !== undefined
}

function callOf({ mostBytes = limits.http.uploadBytes }: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    caller: request.caller,
    token: bearerToken(request.headers.authorization),
    get network() {
      return networkOf(request.ip)
    },
    client: request.headers['user-agent'] ?? '',
    file: () => uploadedFile(request, mostBytes),
    get hasLeft() {
      return leavingOf(reply)
    },
    header: (name: string, value: string) => void reply.header(name, value),
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

function leavingOf(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  if (reply.raw.destroyed) leave()
  else reply.raw.once('close', () => !reply.raw.writableFinished && leave())
  return leaving.signal
}

async function uploadedFile(request: FastifyRequest, fileSize: number): Promise<Buffer> {
  if (!request.isMultipart()) throw new Problem('FILE_MISSING')
  const part = await request.file({ limits: { fileSize } })
  if (part === undefined || part.fieldname !== 'file') throw new Problem('FILE_MISSING')
  return part.toBuffer().catch((error: unknown) => {
    // What has a status is a refusal of its own, such as a file that is too large; else the form ended inside the file.
    if (error instanceof Error && !('statusCode' in error)) throw new Problem('UNREADABLE_FILE')
    throw error
  })
}

async function answer(endpoint: Endpoint, value: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.status(endpoint.status)
  if (value instanceof JsonPieces) {
    return void (await reply.type('application/json').send(Readable.from(enveloped(value.pieces))))
  }
  if (endpoint.form === 'envelope') return void (await reply.send({ success: true, data: value }))
  if (value instanceof PreparedJson || value instanceof Prepared) revalidated(reply)
  if (value instanceof PreparedJson) return sendTagged(value.bytes, request, reply.type('application/json'))
  if (value instanceof EventStream) return sendEventStream(value, reply.type(mediaTypeOf(endpoint)))
  if (value instanceof Prepared) {
    reply.type(endpoint.form === 'plain' ? 'application/json' : mediaTypeOf(endpoint))
    return sendPrepared(value, request, reply)
  }
  if (endpoint.form === 'plain') return void (await reply.send(value))
  if (value === null) return void (await reply.status(204).send())
  // Plumbing: `Answer` makes the handler of a `file` endpoint return this shape.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const file = value as FileAnswer
  reply.type(file.mediaType ?? mediaTypeOf(endpoint))
  if (file.fileName !== null) reply.header('content-disposition', `attachment; filename="${file.fileName}"`)
  await reply.send(Buffer.isBuffer(file.content) ? file.content : Readable.from(file.content))
}

/** What is made once for many is kept by browsers, and asked for again by its tag. */
function revalidated(reply: FastifyReply): void {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
}

async function* enveloped(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield '{"success":true,"data":'
  yield* pieces
  yield '}'
}

/** The endpoint's schemas in the shape Fastify validates, serialises and documents by. */
function schemaOf(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2] ?? ''],
    security: endpoint.access === 'public' ? [] : [{ session: [] }],
    'x-access': endpoint.access,
    ...(endpoint.multipart === true && { consumes: ['multipart/form-data'] }),
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    response: responsesOf(endpoint),
  }
}

function responsesOf(endpoint: Endpoint) {
  const general = endpoint.access === 'public' ? [] : (['UNAUTHORIZED', 'FORBIDDEN'] as const)
  const input = (endpoint.params ?? endpoint.query ?? endpoint.body) ? (['VALIDATION_ERROR'] as const) : []
  const limited = 'unlimited' in endpoint.limit ? [] : (['RATE_LIMITED'] as const)
  const responses: Record<number, unknown> = {}
  for (const code of [...general, ...input, ...limited, ...endpoint.problems, 'SERVER_ERROR' as const]) {
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

function mediaTypeOf(endpoint: Endpoint): string {
  return endpoint.mediaType ?? 'application/octet-stream'
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** PostgreSQL cannot store the character NUL: refuse it at the door, whatever field it is in. */
function refuseUnstorableText(request: FastifyRequest): void {
  for (const part of [request.params, request.query, request.body]) {
    if (containsNul(part)) throw new Problem('VALIDATION_ERROR')
  }
}

/** Without recursion: JSON may be nested more deeply than calls can be. */
function containsNul(whole: unknown): boolean {
  const left = [whole]
  for (let value = left.pop(); value !== undefined || left.length > 0; value = left.pop()) {
    if (typeof value === 'string' && value.includes('\0')) return true
    if (typeof value !== 'object' || value === null) continue
    for (const [key, entry] of Object.entries(value)) left.push(key, entry)
  }
  return false
}
