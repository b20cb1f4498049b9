import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { httpServerLimits } from '#contract/limits/http-limits.ts'
import type { ProblemCode } from '#contract/base/problem.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { failureOf, Problem } from '#server/http/problem.ts'

/** How long a body may take. */
type BodyBounds = Record<'bodyTimeoutMs' | 'leastBodyBytesPerSecond', number>

/** The time that a body may have taken when this many bytes of it are here, ms. */
export function allowedBodyMs(bytes: number, bounds: BodyBounds): number {
  return bounds.bodyTimeoutMs + (bytes * secondMs) / bounds.leastBodyBytesPerSecond
}

/**
 * Ends requests whose body stops arriving or trickles. Node knows only one limit for whole requests, and that must be as
 * long as the largest file takes over a bad line.
 */
export function endLateBodies(app: FastifyInstance, bounds: BodyBounds = httpServerLimits): void {
  /** What had arrived over a connection when the request before ended. The first bytes of a body come with its head. */
  const bytesBefore = new WeakMap<Socket, number>()
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const { socket } = raw
    const before = bytesBefore.get(socket) ?? 0
    raw.once('close', () => bytesBefore.set(socket, socket.bytesRead))
    // A request that a test injects has no connection, and all of its body.
    if (hasBody(raw) && socket instanceof Socket) {
      const arrived = () => socket.bytesRead - before
      expectBody(raw, { arrived, bounds }, () => {
        if (reply.raw.headersSent) raw.destroy()
        else refuseConnection(socket, new Problem('REQUEST_TIMEOUT'))
      })
    }
    done()
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function expectBody(
  request: IncomingMessage,
  { arrived, bounds }: { arrived: () => number; bounds: BodyBounds },
  end: () => void,
): void {
  const startedAt = performance.now()
  const look = () => {
    if (request.complete) return
    const left = allowedBodyMs(arrived(), bounds) - (performance.now() - startedAt)
    if (left <= 0) end()
    else timer = setTimeout(look, left)
  }
  let timer = setTimeout(look, bounds.bodyTimeoutMs)
  request.once('close', () => clearTimeout(timer))
}

/** What Node's parser of HTTP could not read, or waited for too long. */
const parserProblems: Partial<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'PAYLOAD_TOO_LARGE',
}

/** Answers a request that never became one. */
export function refuseUnparsed(error: Error & { code?: string }, socket: Socket): void {
  refuseConnection(socket, new Problem(parserProblems[error.code ?? ''] ?? 'VALIDATION_ERROR'))
}

function refuseConnection(socket: Socket, problem: Problem): void {
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify(failureOf(problem))
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
