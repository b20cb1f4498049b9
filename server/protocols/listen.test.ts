import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testOutcomes } from '#server/protocols/testing/reception-log.ts'
import { createMetrics, type Metrics } from '#server/platform/metrics.ts'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { httpLimits, httpServerLimits } from '#contract/limits/http-limits.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { type Listener, listenHttp } from './listen.ts'
import { osmand } from './osmand/osmand.ts'
import type { Delivery } from '#domain/reception/outcome.ts'
import type { Report } from './protocol.ts'
import { patience } from '#server/testing/patience.ts'

const clock = clockAt('2026-11-21T08:00:00Z')

let listener: Listener
let reports: Report[]
let logged: string
let metrics: Metrics
/** The outcome of the next reports. */
let outcome: (report: Report) => Delivery | Promise<Delivery>

beforeEach(async () => {
  reports = []
  logged = ''
  outcome = () => 'STORED'
  metrics = createMetrics()
  const log = pino({ base: null }, { write: (line: string) => void (logged += line) })
  listener = await listenHttp({
    protocol: osmand,
    host: '127.0.0.1',
    port: 0,
    clock,
    log,
    outcomes: testOutcomes(log, metrics),
    isKnown: async () => false,
    deliver: async (report) => {
      reports.push(report)
      return outcome(report)
    },
  })
})
afterEach(() => listener.close())

const at = (path: string) => `http://127.0.0.1:${listener.port}${path}`

describe('a report', () => {
  test.each([
    ['query', '/?id=5&lat=49.5&lon=8.25&timestamp=1763712000', 'POST', undefined, ''],
    ['query of a GET', '/any/path?id=5&lat=49.5&lon=8.25', 'GET', undefined, ''],
    ['form', '/', 'POST', 'application/x-www-form-urlencoded; charset=UTF-8', 'id=5&lat=49.5&lon=8.25'],
    [
      'JSON',
      '/',
      'POST',
      'application/json',
      '{"device_id":"5","location":{"coords":{"latitude":49.5,"longitude":8.25}}}',
    ],
  ])('in the shape %s is delivered and acknowledged', async (_shape, path, method, type, body) => {
    const response = await fetch(at(path), {
      method,
      ...(type !== undefined && { headers: { 'content-type': type }, body }),
    })
    expect(response.status).toBe(200)
    expect(reports).toMatchObject([{ identity: '5', fix: { latitude: 49.5, longitude: 8.25 } }])
  })

  test('over HTTP/1.0 without a Host is answered', async () => {
    const answer = await raw('GET /?id=5&lat=49.5&lon=8.25 HTTP/1.0\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(reports).toHaveLength(1)
  })

  test('over HTTP/1.1 without a Host is answered', async () => {
    expect(await raw('GET /?id=5 HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('in the body of a GET is read', async () => {
    const form = 'id=5&lat=49.5&lon=8.25'
    const request = `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${form.length}\r\n\r\n${form}`
    expect(await raw(request)).toMatch(/^HTTP\/1\.1 200 /)
    expect(reports).toMatchObject([{ identity: '5' }])
  })

  test('that arrives byte by byte is put together', async () => {
    const form = 'id=5&lat=49.5&lon=8.25'
    const request = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${form.length}\r\n\r\n${form}`
    expect(await raw(...request)).toMatch(/^HTTP\/1\.1 200 /)
    expect(reports).toMatchObject([{ identity: '5', fix: { latitude: 49.5 } }])
  })

  test.each(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'])(
    'is none by %s, which only asks: nothing is stored',
    async (method) => {
      const response = await fetch(at('/?id=5&lat=49.5&lon=8.25'), { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST'])
      expect(await response.text()).toBe(method === 'HEAD' ? '' : 'Hier wird nur gemeldet (GET, POST).')
      expect(reports).toEqual([])
    },
  )

  test('of several places in one request is stored in the order in which they were', async () => {
    const location = ['08:02', '08:01', '08:03'].map((time) => ({
      timestamp: `2025-11-21T${time}:00.000Z`,
      coords: { latitude: 49, longitude: 8 },
    }))
    const body = JSON.stringify({ device_id: '5', location })
    const response = await fetch(at('/'), { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(response.status).toBe(200)
    expect(reports.map(({ fix }) => fix?.recordedAt.toISOString().slice(11, 16))).toEqual(['08:01', '08:02', '08:03'])
  })

  test('glued to another one is answered too, in order', async () => {
    const get = (id: number, end: string) => `GET /?id=${id} HTTP/1.1\r\nHost: x\r\n${end}\r\n`
    const answer = await raw(get(1, '') + get(2, 'Connection: close\r\n'))
    expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
    expect(reports.map(({ identity }) => identity)).toEqual(['1', '2'])
  })
})

describe('the answer', () => {
  test.each([
    ['400 without an id', '/?lat=1&lon=2', 400],
    ['400 with two different ids', '/?id=1&id=2', 400],
    ['200 for what is understood and discarded', '/?id=1&lat=NaN&lon=2', 200],
  ])('is %s', async (_name, path, status) => {
    outcome = () => 'NO_FIX'
    expect((await fetch(at(path))).status).toBe(status)
  })

  test('is 404 for an unknown tracker', async () => {
    outcome = () => 'UNKNOWN_TRACKER'
    expect((await fetch(at('/?id=1'))).status).toBe(404)
  })

  test('waits until the report is committed', async () => {
    const committed = Promise.withResolvers<Delivery>()
    outcome = ({ identity }) => (identity === '1' ? committed.promise : 'STORED')
    let answered = false
    const response = fetch(at('/?id=1')).finally(() => (answered = true))
    await untilReported(1)
    // In the time of a whole other call nothing comes.
    expect((await fetch(at('/?id=2'))).status).toBe(200)
    expect(answered).toBe(false)
    committed.resolve('STORED')
    expect((await response).status).toBe(200)
  })

  test('is 503 when the report could not be stored, and gives no reason', async () => {
    outcome = () => {
      throw new Error('insert failed: 49.5, 8.25')
    }
    const response = await fetch(at('/?id=1&lat=49.5&lon=8.25'))
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.text()).not.toContain('49.5')
  })

  test('is 413 for a body that no tracker sends', async () => {
    const response = await fetch(at('/'), { method: 'POST', body: 'x'.repeat(httpLimits.trackerBodyBytes + 1) })
    expect(response.status).toBe(413)
    expect(reports).toEqual([])
  })
})

test('the log has a line of a tracker, without identity, address, place or time of the fix', async () => {
  outcome = ({ identity }) => {
    if (identity === '356307042441013') throw new Error('356307042441013 at 49.512345')
    return 'STORED'
  }
  for (const id of ['866425035404951', '866425035404951', '356307042441013']) {
    await fetch(at(`/?id=${id}&lat=49.512345&lon=8.25&timestamp=1763712000`))
  }
  await vi.waitFor(() => expect(logged).toContain('report not stored'), patience)
  expect(logged.match(/"outcome":"STORED"/g)).toHaveLength(1)
  expect(logged).toMatch(/"tracker":"[\w-]{10}"/)
  expect(metrics.lines()).toContain('wegwarte_reports_total{protocol="osmand",outcome="STORED"} 2')
  expect(metrics.lines()).toContain('wegwarte_reports_total{protocol="osmand",outcome="FAILED"} 1')
  expect(logged).not.toMatch(/356307042441013|866425035404951|127\.0\.0\.1|49\.5|8\.25|1763712000/)
})

test('what cannot be read is told and counted by its name, of known trackers alone', async () => {
  outcome = ({ identity }) => (identity === '2' ? 'UNKNOWN_TRACKER' : 'NO_FIX')
  for (const id of ['1', '1', '2']) await fetch(at(`/?id=${id}&lat=49,51&lon=8.25&alarm=earthquake`))
  await vi.waitFor(() => expect(logged).toContain('"unread":"alarm earthquake"'), patience)
  expect(logged.match(/"unread":"lat"/g)).toHaveLength(1)
  expect(metrics.lines()).toContain('wegwarte_unread_total{protocol="osmand",kind="lat"} 2')
  expect(logged).not.toMatch(/49,51|8\.25/)
})

test('a client that leaves halfway through its request disturbs nobody', async () => {
  const socket = await open()
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nid=5')
  socket.destroy()
  await vi.waitFor(
    () => expect(metrics.lines()).toContain('wegwarte_reports_total{protocol="osmand",outcome="CUT_OFF"} 1'),
    patience,
  )
  expect((await fetch(at('/?id=1'))).status).toBe(200)
  expect(reports).toHaveLength(1)
})

test('bytes that are no HTTP are refused and the port stays open', async () => {
  expect(await raw('\x78\x78\x0d\x01\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  expect((await fetch(at('/?id=1'))).status).toBe(200)
})

describe('the limits', () => {
  test('a known tracker may deliver a backlog at once', async () => {
    expect((await fetch(at('/?id=1&lat=49&lon=8&timestamp=1763711999'))).status).toBe(200)
    // Over one connection: opening a thousand takes more time than all else here.
    const requests = Array.from({ length: trackingLimits.backlogFixes }, (_, index) => {
      const end = index === trackingLimits.backlogFixes - 1 ? 'Connection: close\r\n' : ''
      return `GET /?id=1&lat=49&lon=8&timestamp=${1763712000 + index} HTTP/1.1\r\nHost: x\r\n${end}\r\n`
    })
    const statuses = (await raw(requests.join(''))).match(/HTTP\/1\.1 \d+ /g) ?? []
    expect(statuses).toEqual(requests.map(() => 'HTTP/1.1 200 '))
    expect(reports).toHaveLength(1 + trackingLimits.backlogFixes)
  })

  test('strangers have to wait, a tracker that was known before does not, and after a while strangers are served again', async () => {
    outcome = ({ identity }) => (identity === 'known' ? 'STORED' : 'UNKNOWN_TRACKER')
    const statusOf = async (identity: string) => (await fetch(at(`/?id=${identity}`))).status
    expect(await statusOf('known')).toBe(200)
    for (let stranger = 0; stranger < gatewayServerLimits.unknownBurstPerAddress; stranger += 1) {
      expect(await statusOf(`stranger${stranger}`)).toBe(404)
    }
    expect(await statusOf('one-too-many')).toBe(429)
    expect(await statusOf('known')).toBe(200)
    clock.advance(2_000)
    expect(await statusOf('later')).toBe(404)
  })
})

test('150 trackers of the inventory that report at the same moment from one address right after a restart are accepted', async () => {
  const known = await listenHttp({
    protocol: osmand,
    host: '127.0.0.1',
    port: 0,
    clock,
    log: pino({ level: 'silent' }),
    outcomes: testOutcomes(),
    isKnown: async () => true,
    deliver: async () => 'STORED',
  })
  const answers = await Promise.all(
    Array.from({ length: 150 }, async (_, index) => {
      const response = await fetch(`http://127.0.0.1:${known.port}/?id=${index}&lat=49&lon=8`)
      await response.arrayBuffer()
      return response.status
    }),
  )
  await known.close()
  expect(new Set(answers)).toEqual(new Set([200]))
})

describe('connections on which nothing is reported', () => {
  const bounds = { loginTimeoutMs: 300, strangersPerPort: 100, strangersPerNetwork: 20 }
  let narrow: Listener
  beforeEach(async () => {
    narrow = await listenHttp({
      protocol: osmand,
      host: '127.0.0.1',
      port: 0,
      clock,
      log: pino({ level: 'silent' }),
      outcomes: testOutcomes(),
      isKnown: async () => false,
      deliver: async () => 'STORED',
      bounds,
    })
  })
  afterEach(() => narrow.close())

  test.each([
    ['silent', ''],
    ['with half a head', 'POST / HTTP/1.1\r\nHost'],
    ['with half a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nid=5'],
  ])('end in time: %s', async (_name, text) => {
    const startedAt = performance.now()
    const socket = await open(narrow.port)
    socket.resume().write(text)
    await once(socket, 'close')
    const most = bounds.loginTimeoutMs + 2 * httpServerLimits.lateRequestsEveryMs
    expect(performance.now() - startedAt).toBeLessThan(most + 2_000)
  })

  test('are limited for each network, and a tracker that comes after them reports', async () => {
    const waiting: Socket[] = []
    while (waiting.length < bounds.strangersPerNetwork) waiting.push(await open(narrow.port))
    const [first] = waiting
    const tracker = await open(narrow.port)
    if (first !== undefined && !first.closed) await once(first.resume(), 'close')
    tracker.write('GET /?id=1&lat=49&lon=8 HTTP/1.1\r\nHost: x\r\n\r\n')
    const [answer] = await once(tracker, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
    tracker.destroy()
    for (const socket of waiting) socket.destroy()
  })
})

test('a port that is in use is an error with its code', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const opening = listenHttp({
    protocol: osmand,
    host: '127.0.0.1',
    port,
    clock,
    log: pino({ level: 'silent' }),
    outcomes: testOutcomes(),
    isKnown: async () => false,
    deliver: async () => 'STORED',
  })
  await expect(opening).rejects.toMatchObject({ code: 'EADDRINUSE' })
  holder.close()
})

test('closing lets an answer under way finish', async () => {
  const committed = Promise.withResolvers<Delivery>()
  outcome = () => committed.promise
  const response = fetch(at('/?id=1'))
  await untilReported(1)
  const closing = listener.close()
  committed.resolve('STORED')
  await closing
  expect((await response).status).toBe(200)
})

const untilReported = (count: number) => vi.waitFor(() => expect(reports).toHaveLength(count), patience)

async function open(port = listener.port): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Writes the parts one by one and returns everything that comes back. */
async function raw(...parts: string[]): Promise<string> {
  const socket = await open()
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  for (const part of parts) {
    socket.write(part)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await once(socket, 'close')
  return answer
}
