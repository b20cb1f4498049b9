import { once } from 'node:events'
import { queryObjects } from 'node:v8'
import { createServer, type Server, type Socket } from 'node:net'
import { secretbox } from '@noble/ciphers/salsa.js'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testOutcomes } from '#server/protocols/testing/reception-log.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { accept } from '#server/features/reception/acceptance.ts'
import { freePort } from '#server/testing/free-port.ts'
import { subscribeOwntracks, type Subscription } from './owntracks-mqtt.ts'
import type { Delivery } from '#domain/reception/outcome.ts'
import type { Report } from '#server/protocols/protocol.ts'

const topic = 'owntracks/anna/350000000000001'
const password = 'broker-password'

let port: number
let broker: Aedes
let server: Server
let sockets: Set<Socket>
let acknowledged = 0
let subscription: Subscription | null
let reports: Report[]
let logged: string
let outcome: (report: Report) => Delivery | Promise<Delivery>
let isInDoubt = false

beforeEach(async () => {
  port = await freePort()
  reports = []
  logged = ''
  acknowledged = 0
  outcome = () => 'STORED'
  isInDoubt = false
  subscription = null
})
afterEach(async () => {
  await subscription?.close()
  await stopBroker()
})

async function startBroker(isAllowed: () => boolean = () => true): Promise<void> {
  broker = await Aedes.createBroker({
    authenticate: (_client, user, given, done) =>
      done(null, user !== 'gateway' || (given?.toString() === password && isAllowed())),
  })
  broker.on('ack', () => (acknowledged += 1))
  await openServer()
}

async function openServer(): Promise<void> {
  sockets = new Set()
  server = createServer((socket) => {
    sockets.add(socket)
    broker.handle(socket)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

/** What happens when the broker's machine goes down; `broker` keeps its sessions. */
async function closeServer(): Promise<void> {
  for (const socket of sockets) socket.destroy()
  if (server.listening) await new Promise((resolve) => server.close(resolve))
}

async function stopBroker(): Promise<void> {
  await closeServer()
  await new Promise<void>((resolve) => broker.close(resolve))
}

function subscribe(): void {
  const log = pino({ base: null }, { write: (line: string) => void (logged += line) })
  subscription = subscribeOwntracks({
    url: `mqtt://gateway:${password}@127.0.0.1:${port}`,
    clientId: 'wegwarte',
    clock: clockAt('2026-11-21T08:00:00Z'),
    log,
    outcomes: testOutcomes(log),
    pauses: { reconnectMs: 50, deliverMs: 20 },
    deliver: async (report, _receivedAt, requestPosition) => {
      reports.push(report)
      if (isInDoubt) requestPosition?.()
      return outcome(report)
    },
  })
}

/** Long enough for a busy machine. */
const patienceMs = 10_000
const eventually = (check: () => void) => vi.waitFor(check, patienceMs)
const logs = (text: string) => eventually(() => expect(logged).toContain(text))
const subscribed = () => logs('broker reached')

async function publish(said: object, options: { retain?: boolean; qos?: 0 | 1; topic?: string } = {}): Promise<void> {
  const phone = await connectAsync(`mqtt://127.0.0.1:${port}`)
  const message = { _type: 'location', lat: 49.0069, lon: 8.4037, tst: 1763712000, ...said }
  await phone.publishAsync(options.topic ?? topic, JSON.stringify(message), { qos: 1, ...options })
  await phone.endAsync()
}

/** Keeps the broker busy as long as several acknowledgements would. */
const publishElsewhere = () => publish({}, { topic: 'elsewhere' })

/** Answers nobody on the broker's port until this many have connected. */
async function refuseBrokerTo(count: number): Promise<void> {
  let asked = 0
  const deaf = createServer((socket) => {
    asked += 1
    socket.destroy()
  })
  deaf.listen(port, '127.0.0.1')
  await eventually(() => expect(asked).toBeGreaterThanOrEqual(count))
  await new Promise((resolve) => deaf.close(resolve))
}

const secret = 'sechzehn-zeichen'

function encrypted(said: object): { _type: string; data: string } {
  const [key, nonce] = [Buffer.alloc(32), Buffer.alloc(24, 1)]
  key.write(secret)
  const box = secretbox(key, nonce).seal(Buffer.from(JSON.stringify(said)))
  return { _type: 'encrypted', data: Buffer.concat([nonce, box]).toString('base64') }
}

describe('over MQTT', { timeout: 3 * patienceMs }, () => {
  describe('a message', () => {
    beforeEach(async () => {
      await startBroker()
      subscribe()
      await subscribed()
    })

    test('is delivered under the names in its topic, and acknowledged once it is committed', async () => {
      let commit = () => {}
      outcome = () => new Promise((resolve) => (commit = () => resolve('STORED')))
      await publish({ vel: 36 })
      await eventually(() => expect(reports).toHaveLength(1))
      await publishElsewhere()
      expect(acknowledged).toBe(0)
      commit()
      await eventually(() => expect(acknowledged).toBe(1))
      expect(reports).toMatchObject([
        { identity: topic, otherNames: ['anna/350000000000001', '350000000000001'], secret: null, isReplay: false },
      ])
    })

    test('that leaves it in doubt whether the vehicle is stolen is followed by one request to its app', async () => {
      isInDoubt = true
      const phone = await connectAsync(`mqtt://127.0.0.1:${port}`)
      const asked: string[] = []
      phone.on('message', (_topic, payload) => void asked.push(String(payload)))
      await phone.subscribeAsync(`${topic}/cmd`)
      for (const tst of [1763712000, 1763712001]) await publish({ tst })
      await eventually(() => expect(reports).toHaveLength(2))
      await subscription?.close()
      await publish({ _type: 'end' }, { topic: `${topic}/cmd` })
      await eventually(() => expect(asked.join('')).toContain('"end"'))
      await phone.endAsync()
      expect(asked.slice(0, -1)).toEqual(['{"_type":"cmd","action":"reportLocation"}'])
    })

    test('that cannot be stored is tried again until it can, and acknowledged then', async () => {
      outcome = () => {
        if (reports.length < 4) throw new Error('no database: 49.0069')
        return 'STORED'
      }
      await publish({})
      await eventually(() => expect(acknowledged).toBe(1))
      expect(reports).toHaveLength(4)
      expect(logged).toContain('report not stored')
      expect(logged).not.toMatch(/49\.0069|350000000000001/)
    })

    test('that is no report, or whose sender is unknown, is acknowledged', async () => {
      outcome = () => 'UNKNOWN_TRACKER'
      await publish({ _type: 'lwt' })
      await publish({})
      await eventually(() => expect(acknowledged).toBe(2))
      expect(reports).toHaveLength(1)
    })

    test('without a request for an acknowledgement is delivered, too', async () => {
      await publish({}, { qos: 0 })
      await eventually(() => expect(reports).toHaveLength(1))
    })

    test('to a topic below is ignored', async () => {
      await publish({}, { topic: `${topic}/event` })
      await publish({})
      await eventually(() => expect(acknowledged).toBe(1))
      expect(reports).toHaveLength(1)
    })
  })

  test('what comes while we are away is delivered when we are back', async () => {
    await startBroker()
    subscribe()
    await subscribed()
    await subscription?.close()
    await publish({ tst: 1763712001 })
    expect(reports).toEqual([])
    subscribe()
    await eventually(() => expect(reports).toHaveLength(1))
    expect(reports[0]?.isReplay).toBe(false)
  })

  test.each([
    ['in the open', {}],
    ['encrypted', encrypted({ _type: 'location', lat: 49.0069, lon: 8.4037, tst: 1763712000 })],
  ])('a retained message is marked as a replay, %s', async (_how, said) => {
    await startBroker()
    await publish(said, { retain: true })
    subscribe()
    await eventually(() => expect(reports).toHaveLength(1))
    const told = reports.map((report) =>
      accept(report, { secretHash: null, unprovenProtocols: [], decryptionSecret: secret }),
    )
    expect(told).toMatchObject([{ identity: topic, isReplay: true, fix: { latitude: 49.0069 } }])
  })

  test('what was not stored before the connection broke comes again over the next', async () => {
    await startBroker()
    subscribe()
    await subscribed()
    outcome = () => {
      throw new Error('no database')
    }
    await publish({})
    await logs('report not stored')
    await closeServer()
    outcome = () => 'STORED'
    const before = reports.length
    await openServer()
    await eventually(() => expect(acknowledged).toBe(1))
    expect(reports.length).toBeGreaterThan(before)
  })

  test('what was stored only after the connection broke is not acknowledged over the next, but when it comes again', async () => {
    await startBroker()
    subscribe()
    await subscribed()
    let commit = () => {}
    outcome = () => new Promise((resolve) => (commit = () => resolve('STORED')))
    await publish({})
    await eventually(() => expect(reports).toHaveLength(1))
    const commitFirst = commit
    await closeServer()
    await logs('broker not reached')
    await openServer()
    await eventually(() => expect(reports).toHaveLength(2))
    commitFirst()
    await publishElsewhere()
    expect(acknowledged).toBe(0)
    commit()
    await eventually(() => expect(acknowledged).toBe(1))
  })

  describe('a broker', () => {
    test('that is away is waited for, and logged once each time, without its password', async () => {
      await startBroker()
      await closeServer()
      subscribe()
      await logs('ECONNREFUSED')
      await refuseBrokerTo(3)
      await openServer()
      await subscribed()
      await closeServer()
      await eventually(() => expect(logged.match(/broker not reached/g)).toHaveLength(2))
      expect(logged).not.toContain(password)
    })

    test('that refuses the account is asked again', async () => {
      let isAllowed = false
      await startBroker(() => isAllowed)
      subscribe()
      await logs('broker not reached')
      isAllowed = true
      await subscribed()
      expect(logged).not.toContain(password)
    })
  })

  test('finished messages leave nothing behind', async () => {
    await startBroker()
    subscribe()
    await subscribed()
    const messages = 1_000
    /** All that the process still reaches. */
    const arrays = () => queryObjects(Array, { format: 'count' })
    const take = async (count: number) => {
      reports = []
      logged = ''
      const payload = JSON.stringify({ _type: 'location', lat: 49.0069, lon: 8.4037, tst: 1763712000 })
      const phone = await connectAsync(`mqtt://127.0.0.1:${port}`)
      for (let number = 0; number < count; number += 1) await phone.publishAsync(topic, payload)
      await eventually(() => expect(reports).toHaveLength(count))
      await phone.endAsync()
      reports = []
    }
    await take(100)
    const before = arrays()
    await take(messages)
    // What a leak holds never goes; what other work of this process holds just now does.
    await eventually(() => expect(arrays() - before).toBeLessThan(messages / 2))
  })

  test('leaving lets the present message be stored, and takes no other', async () => {
    await startBroker()
    subscribe()
    await subscribed()
    const committed = Promise.withResolvers<Delivery>()
    outcome = () => committed.promise
    await publish({ tst: 1763712001 })
    await publish({ tst: 1763712002 })
    await eventually(() => expect(reports).toHaveLength(1))
    const left = subscription?.close()
    committed.resolve('STORED')
    await left
    expect(logged).toContain('"outcome":"STORED"')
    expect(reports).toHaveLength(1)
  })
})
