import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { testOutcomes } from '#server/protocols/testing/reception-log.ts'
import type { Delivery } from '#domain/reception/outcome.ts'
import { subscribeOwntracks, type Subscription } from './owntracks-mqtt.ts'
import type { Report } from '#server/protocols/protocol.ts'
import {
  type BrokerHabits,
  type QueueingBroker,
  startQueueingBroker,
} from '#server/protocols/testing/queueing-broker.ts'

const topics = 50
const firstSecond = 1_763_000_000
/** Long enough for a busy machine. */
const patienceMs = 30_000
const eventually = (check: () => void) => vi.waitFor(check, patienceMs)

let broker: QueueingBroker
let subscription: Subscription | undefined
afterEach(async () => {
  await subscription?.close()
  await broker.close()
})

/** Of which second each report is, by its sender, as they were handed over. */
let handedOver: Map<string, number[]>
let inWork: number
let mostInWork: number

async function startBroker(habits?: BrokerHabits): Promise<void> {
  broker = await startQueueingBroker(habits)
  handedOver = new Map()
  inWork = 0
  mostInWork = 0
}

function queue(count: number): void {
  for (let number = 0; number < count; number += 1) {
    const said = { _type: 'location', lat: 49.0069, lon: 8.4037, tst: firstSecond + number }
    broker.queue(`owntracks/anna/${number % topics}`, JSON.stringify(said))
  }
}

function subscribe(commit: () => Promise<Delivery>): { logged(): string } {
  let logged = ''
  const log = pino({ base: null }, { write: (line: string) => void (logged += line) })
  subscription = subscribeOwntracks({
    url: broker.url,
    clientId: 'wegwarte',
    clock: clockAt('2026-11-21T08:00:00Z'),
    log,
    outcomes: testOutcomes(log),
    pauses: { reconnectMs: 20, deliverMs: 5 },
    keepAliveSeconds: 1,
    async deliver(report) {
      note(report)
      inWork += 1
      mostInWork = Math.max(mostInWork, inWork)
      try {
        return await commit()
      } finally {
        inWork -= 1
      }
    },
  })
  return { logged: () => logged }
}

function note({ identity, fix }: Report): void {
  const seconds = handedOver.get(identity) ?? []
  handedOver.set(identity, seconds)
  seconds.push((fix?.recordedAt.getTime() ?? 0) / 1000)
}

const handedOverCount = () => [...handedOver.values()].reduce((sum, seconds) => sum + seconds.length, 0)
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)
/** As long as a transaction at least: other events come in between. */
const soon = () => new Promise<Delivery>((resolve) => setImmediate(() => resolve('STORED')))

describe('a backlog', { timeout: 2 * patienceMs }, () => {
  test.each([
    ['a few', 20],
    ['as many as there are', 65_535],
  ])(
    'of 10,000 messages of a broker that sends %s at a time is taken in over one connection, each once and in order',
    async (_how, inFlight) => {
      await startBroker({ inFlight })
      queue(10_000)
      subscribe(soon)
      await eventually(() => expect(broker.left()).toBe(0))
      expect(broker).toMatchObject({ connections: 1, deliveries: 10_000, outOfTurn: 0 })
      expect(broker.acknowledged).toEqual(numbers(10_000))
      expect(handedOver.size).toBe(topics)
      expect(handedOverCount()).toBe(10_000)
      for (const seconds of handedOver.values()) expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
    },
  )

  test('is taken in many at a time, and no more is read while too many are in work', async () => {
    await startBroker({ inFlight: 65_535 })
    queue(5_000)
    const committed = Promise.withResolvers<Delivery>()
    subscribe(() => committed.promise)
    await eventually(() => expect(inWork).toBe(topics))
    // Longer than a broker may be silent, several times.
    await eventually(() => expect(broker.pings).toBeGreaterThan(2 * gatewayServerLimits.brokerSilentBeats))
    expect(broker.acknowledged).toEqual([])
    committed.resolve('STORED')
    await eventually(() => expect(broker.left()).toBe(0))
    expect(broker).toMatchObject({ connections: 1, deliveries: 5_000, outOfTurn: 0 })
    expect(mostInWork).toBeGreaterThan(topics)
    expect(mostInWork).toBeLessThanOrEqual(gatewayServerLimits.messagesInWork)
  })

  test('that cannot be stored for a while is taken in afterwards, in order', async () => {
    await startBroker()
    queue(2_000)
    let tries = 0
    subscribe(async () => {
      tries += 1
      if (tries < 300) throw new Error('no database')
      return soon()
    })
    await eventually(() => expect(broker.left()).toBe(0))
    expect(broker).toMatchObject({ connections: 1, deliveries: 2_000, outOfTurn: 0 })
    expect(broker.acknowledged).toEqual(numbers(2_000))
  })

  test('that a cut connection interrupts goes on over the next: what was not acknowledged comes again, and nothing is lost', async () => {
    await startBroker()
    queue(5_000)
    const { promise: halfway, resolve } = Promise.withResolvers<void>()
    subscribe(async () => {
      if (handedOverCount() === 2_500) resolve()
      return soon()
    })
    await halfway
    const before = broker.acknowledged.length
    broker.cut()
    await eventually(() => expect(broker.left()).toBe(0))
    expect(before).toBeLessThan(2_500)
    expect(broker).toMatchObject({ connections: 2, outOfTurn: 0 })
    expect(broker.acknowledged.toSorted((a, b) => a - b)).toEqual(numbers(5_000))
    const seconds = new Set([...handedOver.values()].flat())
    expect(seconds.size).toBe(5_000)
  })
})

describe('a broker', { timeout: 2 * patienceMs }, () => {
  test('that answers no ping is there as long as it sends anything', async () => {
    await startBroker({
      answersPing() {
        queue(1)
        return false
      },
    })
    subscribe(soon)
    await eventually(() => expect(broker.pings).toBeGreaterThan(2 * gatewayServerLimits.brokerSilentBeats))
    expect(broker.connections).toBe(1)
  })

  test('that is silent is left, and sought again', async () => {
    await startBroker({ answersPing: () => false })
    const { logged } = subscribe(soon)
    await eventually(() => expect(broker.connections).toBe(2))
    expect(logged()).toContain('"cause":"ETIMEDOUT"')
  })
})
