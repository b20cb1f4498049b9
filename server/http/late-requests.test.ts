import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { httpLimits, httpServerLimits } from '#contract/limits/http-limits.ts'
import { logParts } from '#server/testing/log-parts.ts'
import { allowedBodyMs, endLateBodies } from './late-requests.ts'
import { createHttpServer } from './server.ts'

const opened: (FastifyInstance | Socket)[] = []
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) {
    if ('destroy' in one) one.destroy()
    else await one.close()
  }
})

const post = (length: number, path = '/api/auth/login') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** A connection that has sent this text, and everything that it gets until it is closed. */
async function dial(port: number, text: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  opened.push(socket)
  let heard = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => (heard += chunk.toString()))
  await once(socket, 'connect')
  socket.write(text)
  return { socket, answer: once(socket, 'close').then(() => heard) }
}

async function listen(app: FastifyInstance): Promise<number> {
  opened.push(app)
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}

test.each([
  { bytes: 0, seconds: 15 },
  { bytes: 40_000, seconds: 25 },
  { bytes: 400_000, seconds: 115 },
])('a body of which $bytes bytes are here may have taken $seconds s', ({ bytes, seconds }) => {
  expect(allowedBodyMs(bytes, httpServerLimits)).toBe(seconds * 1_000)
})

test('a file that arrives as slowly as browsers wait for is never ended', () => {
  const bytesPerMs = httpLimits.uploadBytes / httpLimits.fileTimeoutMs
  for (let ms = 0; ms <= httpLimits.fileTimeoutMs; ms += 1_000) {
    expect(allowedBodyMs(ms * bytesPerMs, httpServerLimits)).toBeGreaterThan(ms)
  }
})

test('a request that is held open is ended in time, however it was begun, and 300 of them disturb nobody', async () => {
  const log = pino({ level: 'silent' })
  const app = await createHttpServer({ log, ...logParts, trustProxy: [], mapSources: [], subdomains: false })
  app.post('/api/auth/login', async () => 'signed in')
  const port = await listen(app)
  const startedAt = performance.now()
  const half = await Promise.all(Array.from({ length: 300 }, () => dial(port, `${post(100)}{"email"`)))
  const chunked = `${post(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked')}7\r\n{"email\r\n`
  const others = [
    await dial(port, ''),
    await dial(port, 'POST /api/auth/login HTTP/1.1\r\nHost'),
    await dial(port, chunked),
  ]
  const { answer } = await dial(port, `${post(2).replace('Host: x', 'Host: x\r\nConnection: close')}{}`)
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  for (const ended of [...half, ...others]) {
    const text = await ended.answer
    expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(text).toContain('"message":"Die Anfrage kam nicht rechtzeitig an. Bitte senden Sie sie noch einmal."')
  }
  const { bodyTimeoutMs, lateRequestsEveryMs } = httpServerLimits
  expect(performance.now() - startedAt).toBeLessThan(bodyTimeoutMs + 2 * lateRequestsEveryMs + 3_000)
}, 40_000)

test('a body that has mostly arrived is waited for longer than one that has only begun', async () => {
  const app = Fastify()
  endLateBodies(app, { bodyTimeoutMs: 300, leastBodyBytesPerSecond: 1_000 })
  app.post('/file', async ({ body }) => JSON.stringify(body).length)
  const port = await listen(app)
  const json = JSON.stringify('x'.repeat(19_998))
  const large = await dial(port, `${post(json.length, '/file')}${json.slice(0, 19_000)}`)
  const begun = await dial(port, `${post(json.length, '/file')}"`)
  expect(await begun.answer).toMatch(/^HTTP\/1\.1 408 /)
  large.socket.write(json.slice(19_000))
  const [answer] = await once(large.socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 [^]*20000$/)
})

test('an answered request whose body never ends is cut off without a second answer', async () => {
  const app = Fastify()
  endLateBodies(app, { bodyTimeoutMs: 100, leastBodyBytesPerSecond: 1_000 })
  app.addHook('onRequest', async (_request, reply) => reply.status(401).send('no'))
  app.post('/file', async () => 'never')
  const { answer } = await dial(await listen(app), `${post(1_000, '/file')}{`)
  const text = await answer
  expect(text).toMatch(/^HTTP\/1\.1 401 /)
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test.each([
  ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'VALIDATION_ERROR'],
  ['two lengths', post(5).replace('Host: x', 'Host: x\r\nContent-Length: 2'), 400, 'VALIDATION_ERROR'],
  [
    'a broken piece',
    `${post(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked')}zz\r\n`,
    400,
    'VALIDATION_ERROR',
  ],
  ['a head of 20,000 characters', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 413, 'PAYLOAD_TOO_LARGE'],
])('%s is refused in the envelope', async (_name, text, status, code) => {
  const log = pino({ level: 'silent' })
  const app = await createHttpServer({ log, ...logParts, trustProxy: [], mapSources: [], subdomains: false })
  app.post('/api/auth/login', async () => 'signed in')
  const { answer } = await dial(await listen(app), text)
  const [head = '', body = ''] = (await answer).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(JSON.parse(body)).toMatchObject({ success: false, error: { code } })
})
