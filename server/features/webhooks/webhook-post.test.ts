import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { post } from '#server/platform/outgoing/http-post.ts'
import { internetLookup } from '#server/platform/outgoing/internet-address.ts'
import { newWebhookSecret, signatureOf } from '#server/platform/outgoing/webhook-signature.ts'
import { createPostToWebhook } from './webhook-post.ts'

const now = new Date('2026-11-29T12:00:00.900Z')
const secrets = [newWebhookSecret(), newWebhookSecret()]
let server: Server
let port: number
let arrived: { path: string | undefined; headers: IncomingMessage['headers']; body: string }[]
let answer: { status: number; location?: string }

beforeEach(async () => {
  ;[arrived, answer] = [[], { status: 204 }]
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      arrived.push({ path: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() })
      const { status, location } = answer
      response.writeHead(status, location === undefined ? {} : { location })
      // More than anybody would read.
      if (status === 200) for (let piece = 0; piece < 64; piece += 1) response.write(Buffer.alloc(65_536))
      response.end()
    })
  })
  server.listen(0)
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const deliver = () =>
  createPostToWebhook('loopback')({ url: `http://127.0.0.1:${port}/hook`, secrets }, 'webhook_1', '{"ä":1}', now)

test('a delivery is signed by each secret, so that a receiver verifies it with either', async () => {
  expect(await deliver()).toBe(204)
  const headers = arrived[0]?.headers ?? {}
  const body = arrived[0]?.body ?? ''
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': 'webhook_1' })
  const seconds = String(headers['webhook-timestamp'])
  expect(Number(seconds)).toBe(Math.floor(now.getTime() / 1000))
  const signed = secrets.map((secret) => signatureOf(secret, 'webhook_1', seconds, Buffer.from(body)))
  expect(headers['webhook-signature']).toBe(signed.join(' '))
  expect(body).toBe('{"ä":1}')
})

test('a redirect is not followed, and a long answer is not read', async () => {
  answer = { status: 302, location: `http://127.0.0.1:${port}/elsewhere` }
  expect(await deliver()).toBe(302)
  answer = { status: 200 }
  expect(await deliver()).toBe(200)
  expect(arrived.map(({ path }) => path)).toEqual(['/hook', '/hook'])
})

test('nothing reaches a private address, neither by its number nor by a name that leads there when it is called', async () => {
  const send = createPostToWebhook('internet')
  for (const url of [`https://127.0.0.1:${port}/`, `http://127.0.0.1:${port}/`, `https://localhost:${port}/`]) {
    expect(await send({ url, secrets }, 'webhook_1', '{}', now)).toBeNull()
  }
  const rebound = new URL(`http://localhost:${port}/`)
  const how = { body: Buffer.from('{}'), headers: {}, timeoutMs: 2_000 }
  expect(
    await post(rebound, { ...how, lookup: internetLookup(async () => [{ address: '127.0.0.1', family: 4 }]) }),
  ).toBeNull()
  expect(arrived).toEqual([])
  expect(await post(rebound, how)).toBe(204)
})
