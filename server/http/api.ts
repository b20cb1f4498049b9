import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, ParsedInput, Reply } from '#contract/base/endpoint.ts'
import { httpLimits, httpServerLimits } from '#contract/limits/http-limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { DatabaseWatch } from '#server/db/connection/database-watch.ts'
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
import { type DeviceOf, type FindDevice, type OwnedDevice, ownerCheck } from '#server/http/ownership.ts'
import { EventStream, sendEventStream } from '#server/http/event-stream.ts'
import { sendTagged } from '#server/http/entity-tag.ts'
import { Prepared, sendPrepared } from '#server/http/prepared.ts'
import { Problem } from '#server/http/problem.ts'
import { mediaTypeOf, schemaOf } from '#server/http/route-schema.ts'
import { askForStepUp } from '#server/http/step-up.ts'
import { networkOf } from '#server/platform/network.ts'

/** Bytes to download. */
export interface FileAnswer {
  /** The name under which browsers save it; null: they show it. */
  fileName: string | null
  content: AsyncIterable<string | Uint8Array> | Buffer
  /** For an endpoint that answers files of several kinds. */
  mediaType?: string
}

/** The JSON of a `plain` answer that is made once for many callers and sent as it is. */
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

/** What a handler gets: the parsed input, the caller and the device, and the few parts of HTTP that it needs. */
export type Call<E extends Endpoint> = ParsedInput<E> &
  DeviceOf<E> & {
    caller: CallerOf<E>
    /** The bearer token as it was sent, for the one call that ends its session. */
    token: string | null
    /** The caller's network, for limits (`networkOf`). */
    network: string
    /** The browser's `User-Agent`. */
    client: string
    /** The uploaded file. @throws {Problem} FILE_MISSING, UNREADABLE_FORM, PAYLOAD_TOO_LARGE. */
    file: ReadUpload
    /** Aborted when the caller has left. A handler that works long checks it now and then. */
    hasLeft: AbortSignal
    /** Sets a header of the answer. */
    header(name: string, value: string): void
  }

/** A result of a handler: bytes of a `file`, or null for 204; the stream of `events`; a value, or one made beforehand. */
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

/** @param databaseWatch makes calls fail when the database has fallen silent. */
export function createApi(
  app: FastifyInstance,
  authenticate: Authenticate,
  findDevice: FindDevice,
  limitOf: (endpoint: Endpoint) => HeldLimit,
  databaseWatch: Pick<DatabaseWatch, 'guard'>,
  clock: Clock,
): Api {
  const handled = new Set<Endpoint>()
  app.decorateRequest('caller')

  return {
    handled,
    on(endpoint, handler) {
      handled.add(endpoint)
      const { atTheDoor, whileAnswered, beforeTheHandler } = limitOf(endpoint)
      const checkOwner = ownerCheck(endpoint, findDevice)
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        ...(endpoint.mostBytes !== undefined && { bodyLimit: endpoint.mostBytes }),
        schema: schemaOf(endpoint),
        onRequest: async (request, reply) => {
          const { authorization } = request.headers
          const deviceKey = headerOf(request, 'x-device-key')
          if (authorization === undefined && deviceKey === undefined) request.caller = nobody
          else request.caller = await databaseWatch.guard(identify({ authorization, deviceKey }, authenticate))
          admit(endpoint, request.caller)
          keepDemo(endpoint, request.caller)
          askForStepUp(endpoint, request.caller, clock.now())
          const origin = { caller: request.caller, address: request.ip }
          atTheDoor?.(origin)
          // If the caller has left already, `close` will not come any more.
          if (whileAnswered !== null && !reply.raw.destroyed) reply.raw.once('close', whileAnswered(origin))
        },
        ...(hasInput(endpoint) && { preValidation: async (request) => refuseUnstorableText(request) }),
        handler: async (request, reply) => {
          if (beforeTheHandler !== null) {
            await databaseWatch.guard(beforeTheHandler({ caller: request.caller, address: request.ip }))
          }
          // After the limit, so that attempts with other people's ids are counted, too.
          const device = checkOwner === null ? null : await databaseWatch.guard(checkOwner(request.caller, request))
          // Plumbing: Fastify has validated these parts with the endpoint's own schemas, which its types cannot say.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          const call = callOf(endpoint, request, reply, device) as unknown as Call<typeof endpoint>
          try {
            await answer(endpoint, await databaseWatch.guard(handler(call)), request, reply)
          } catch (error) {
            // The work ended because its caller has left.
            if (!reply.raw.destroyed || !isAbort(error)) throw error
            reply.hijack()
          }
          return reply
        },
      })
    },
  }
}

/** The same for a process that answers nothing else, because others do. */
export function onlyAnswering(answered: readonly Endpoint[], api: Api): Api {
  return {
    handled: api.handled,
    on(endpoint, handler) {
      if (answered.includes(endpoint)) api.on(endpoint, handler)
    },
  }
}

const nobody: Caller = { kind: 'nobody' }

function hasInput({ params, query, body }: Endpoint): boolean {
  return params !== undefined || query !== undefined || body !== undefined
}

function callOf(
  { mostBytes = httpLimits.uploadBytes }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  device: OwnedDevice | null,
) {
  return {
    device,
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
  const part = await request.file({ limits: { fileSize } }).catch(refuseForm)
  if (part === undefined || part.fieldname !== 'file') throw new Problem('FILE_MISSING')
  return part.toBuffer().catch(refuseForm)
}

/**
 * An error with a status is a refusal, such as of a file that is too large. Those of the parser have none: the form names no
 * boundary, or one that it does not use, or it ends too early.
 */
function refuseForm(error: unknown): never {
  if (error instanceof Error && !('statusCode' in error)) throw new Problem('UNREADABLE_FORM')
  throw error
}

async function answer(endpoint: Endpoint, value: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.status(endpoint.status)
  if (value instanceof JsonPieces) return sendPieces(enveloped(value.pieces), reply.type('application/json'))
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

/** Browsers keep an answer that is made once for many, and ask with its tag whether it still holds. */
function revalidated(reply: FastifyReply): void {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
}

/** In one piece, if it is short: for a day of one device a stream costs as much as to make what it sends. */
async function sendPieces(pieces: AsyncGenerator<string, void>, reply: FastifyReply): Promise<void> {
  let beginning = ''
  while (beginning.length <= httpServerLimits.wholeAnswerCharacters) {
    const next = await pieces.next()
    if (next.done === true) return void (await reply.send(beginning))
    beginning += next.value
  }
  await reply.send(Readable.from(continued(beginning, pieces)))
}

async function* continued(beginning: string, pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield beginning
  yield* pieces
}

async function* enveloped(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield '{"success":true,"data":'
  yield* pieces
  yield '}'
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** PostgreSQL cannot store the character NUL, so input with it is refused, in whatever field it is. */
function refuseUnstorableText(request: FastifyRequest): void {
  for (const part of [request.params, request.query, request.body]) {
    if (containsNul(part)) throw new Problem('VALIDATION_ERROR')
  }
}

/** Without recursion: deeply nested JSON would overflow the call stack. */
function containsNul(whole: unknown): boolean {
  const left = [whole]
  for (let value = left.pop(); value !== undefined || left.length > 0; value = left.pop()) {
    if (typeof value === 'string' && value.includes('\0')) return true
    if (typeof value !== 'object' || value === null) continue
    for (const [key, entry] of Object.entries(value)) left.push(key, entry)
  }
  return false
}
