import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/events/events.ts'
import { createLiveEvents, type LiveEvents, type News } from './live-events.ts'

/** A real server that answers as the test says. */
let answer: (response: ServerResponse) => void
let asked: IncomingMessage[]
const server = createServer((request, response) => {
  asked.push(request)
  answer(response)
})
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

let token: string | null
let shown: boolean
let pauses: number[]
let news: News[]
let events: LiveEvents
let unsubscribe: () => void

beforeEach(() => {
  ;[token, shown, pauses, news, asked] = ['geheim', true, [], [], []]
  const { port } = server.address() as AddressInfo
  events = createLiveEvents({
    base: `http://127.0.0.1:${port}`,
    token: () => token,
    isShown: () => shown,
    pauseMs: (failures) => {
      pauses.push(failures)
      return 20
    },
    pollMs: 60_000,
    silenceMs: 60_000,
    steadyMs: 60_000,
  })
})
afterEach(() => unsubscribe())

const listen = () => (unsubscribe = events.subscribe((one) => void news.push(one)))
const position: LiveEvent = { type: 'position', deviceId: 'd', recordedAt: '2026-03-29T12:00:00.000Z' }
const open = (response: ServerResponse, ...events: unknown[]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`)
}
const eventually = (expectation: () => void) => vi.waitFor(expectation, { timeout: 5_000, interval: 5 })

test('known events of the server are passed on, unknown ones are not', async () => {
  answer = (response) => open(response, { type: 'of tomorrow' }, position)
  listen()
  await eventually(() => expect(news).toEqual([position]))
  expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer geheim', accept: 'text/event-stream' })
})

test('a lost stream is opened again after growing pauses, and listeners learn that they may have missed something', async () => {
  answer = (response) => {
    if (asked.length < 4) response.writeHead(503).end()
    else open(response, position)
  }
  listen()
  await eventually(() => expect(news).toEqual([{ type: 'unknown' }, position]))
  expect(pauses).toEqual([1, 2, 3])
})

test('without a stream, listeners are asked to poll from time to time', async () => {
  answer = (response) => response.writeHead(429).end()
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  const patient = { pauseMs: () => 100_000, pollMs: 20, silenceMs: 60_000, steadyMs: 60_000 }
  const polling = createLiveEvents({ base, token: () => token, isShown: () => shown, ...patient })
  unsubscribe = polling.subscribe((one) => void news.push(one))
  await eventually(() => expect(news.length).toBeGreaterThan(2))
  expect(new Set(news.map(({ type }) => type))).toEqual(new Set(['poll']))
  expect(asked).toHaveLength(1)
})

test('a stream that was replaced by another page is opened again when this one is looked at; until then listeners poll', async () => {
  answer = (response) => {
    if (asked.length > 1) return open(response, position)
    open(response, position, { type: 'replaced' })
    response.end()
  }
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  const eager = { pauseMs: () => 1, pollMs: 20, silenceMs: 60_000, steadyMs: 60_000 }
  const replaced = createLiveEvents({ base, token: () => token, isShown: () => shown, ...eager })
  unsubscribe = replaced.subscribe((one) => void news.push(one))
  await eventually(() => expect(news.slice(0, 4)).toEqual([position, ...Array(3).fill({ type: 'poll' })]))
  expect(asked).toHaveLength(1)
  replaced.look()
  await eventually(() => expect(news.slice(-2)).toEqual([{ type: 'unknown' }, position]))
  replaced.look()
  expect(asked).toHaveLength(2)
})

test('a connection that delivers nothing any more is given up', async () => {
  answer = (response) => open(response)
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  const impatient = { pauseMs: () => 1, pollMs: 60_000, silenceMs: 50, steadyMs: 60_000 }
  const waiting = createLiveEvents({ base, token: () => token, isShown: () => shown, ...impatient })
  unsubscribe = waiting.subscribe((one) => void news.push(one))
  await eventually(() => expect(asked.length).toBeGreaterThan(2))
})

test.each<[string, () => void, () => void]>([
  ['the tab is hidden', () => void (shown = false), () => void (shown = true)],
  ['nobody is signed in', () => void (token = null), () => void (token = 'anders')],
])('while %s no stream is open; afterwards there is one again', async (_name, leave, comeBack) => {
  const closed: boolean[] = []
  answer = (response) => {
    open(response)
    response.on('close', () => closed.push(true))
  }
  listen()
  await eventually(() => expect(asked).toHaveLength(1))
  leave()
  events.follow()
  await eventually(() => expect(closed).toEqual([true]))
  comeBack()
  events.follow()
  await eventually(() => expect(asked).toHaveLength(2))
  await eventually(() => expect(news).toEqual([{ type: 'unknown' }]))
  expect(asked[1]?.headers.authorization).toBe(`Bearer ${token}`)
})

test('nobody listens: no stream; two listen: one', async () => {
  answer = (response) => open(response, position)
  events.follow()
  const second: News[] = []
  listen()
  const stopSecond = events.subscribe((one) => void second.push(one))
  await eventually(() => expect([news, second]).toEqual([[position], [position]]))
  stopSecond()
  expect(asked).toHaveLength(1)
})
