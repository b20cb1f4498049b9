import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventsLimits } from '#contract/events/events-limits.ts'
import type { LiveEvent } from '#contract/events/events.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { type Audience, createEventsService, type EventsService } from './events.service.ts'

let service: EventsService
beforeEach(() => {
  vi.useFakeTimers()
  service = createEventsService()
})
afterEach(() => {
  service.close()
  vi.useRealTimers()
})

/** A stream that records what it is sent. */
function listen(userId: string, options: Partial<Omit<Audience, 'userId'>> = {}) {
  const audience = { userId, reader: userId, world: 'real' as const, mayHear: () => true, isAdmitted: async () => true }
  const stream = { actual: [] as LiveEvent[], full: false, ended: false, stop: () => {} }
  stream.stop = service.admit({ ...audience, ...options })({
    send: (event) => void stream.actual.push(event),
    isFull: () => stream.full,
    end: () => void (stream.ended = true),
  })
  return stream
}

const position = (deviceId: string, minute: number): LiveEvent => ({
  type: 'position',
  deviceId,
  recordedAt: new Date(Date.UTC(2026, 2, 29, 12, minute)).toISOString(),
})
const together = () => vi.advanceTimersByTimeAsync(eventsLimits.togetherMs)

test('events of one second are sent together: of each device the newest position, whatever came last', async () => {
  const { actual } = listen('owner')
  for (const event of [position('a', 2), position('a', 1), position('b', 1)]) service.sendToUser('owner', event)
  service.sendToUser('owner', { type: 'alarm', deviceId: 'a' })
  expect(actual).toEqual([])
  await together()
  expect(actual).toEqual([position('a', 2), position('b', 1), { type: 'alarm', deviceId: 'a' }])
  await together()
  expect(actual).toHaveLength(3)
})

test('each user gets their own events, each world its POIs', async () => {
  const [mine, others, demo] = [listen('owner'), listen('stranger'), listen('visitor', { world: 'demo' })]
  service.sendToUser('owner', position('a', 1))
  service.sendToWorld('demo', { type: 'pois', version: '1' })
  await together()
  expect([mine.actual, others.actual, demo.actual]).toEqual([[position('a', 1)], [], [{ type: 'pois', version: '1' }]])
})

test('a stream begins with what happened between the first answers of its page and its opening', async () => {
  service.sendToUser('owner', position('a', 1))
  service.sendToUser('owner', { type: 'alarm', deviceId: 'a' })
  service.sendToUser('stranger', { type: 'alarm', deviceId: 'b' })
  service.sendToWorld('demo', { type: 'pois', version: '1' })
  await vi.advanceTimersByTimeAsync((eventsLimits.toldAgainSeconds - 1) * secondMs)
  service.sendToUser('owner', position('a', 2))
  const { actual } = listen('owner')
  expect(actual).toEqual([position('a', 2), { type: 'alarm', deviceId: 'a' }])
})

test('what happened long before a stream is opened is not told again', async () => {
  service.sendToUser('owner', { type: 'alarm', deviceId: 'a' })
  await vi.advanceTimersByTimeAsync(2 * eventsLimits.toldAgainSeconds * secondMs)
  const { actual } = listen('owner')
  await together()
  expect(actual).toEqual([])
})

test('a slow reader gets the newest event once there is room', async () => {
  const slow = listen('owner')
  slow.full = true
  service.sendToUser('owner', position('a', 1))
  await together()
  service.sendToUser('owner', position('a', 2))
  await together()
  expect(slow.actual).toEqual([])
  slow.full = false
  await together()
  expect(slow.actual).toEqual([position('a', 2)])
})

test('a session that ended unnoticed is found by the next heartbeat; a database outage ends nothing', async () => {
  const ended = listen('owner', { isAdmitted: async () => false })
  const unknown = listen('owner', { isAdmitted: async () => Promise.reject(new Error('away')) })
  await vi.advanceTimersByTimeAsync(eventsLimits.heartbeatSeconds * secondMs)
  expect([ended.ended, unknown.ended]).toEqual([true, false])
})

test('one stream more than a user may have ends their oldest, which is told why; nobody else notices', () => {
  const others = listen('stranger')
  const [first, ...more] = Array.from({ length: eventsLimits.streamsPerUser }, () => listen('owner'))
  expect(first?.ended).toBe(false)
  const newest = listen('owner')
  expect([first?.actual, first?.ended]).toEqual([[{ type: 'replaced' }], true])
  // That it has ended is reported later.
  first?.stop()
  const last = listen('owner')
  expect([...more, newest, last].map(({ ended }) => ended)).toEqual([
    true,
    ...Array(eventsLimits.streamsPerUser).fill(false),
  ])
  expect(others.ended).toBe(false)
})

test('a program gets the events that it may hear, and takes no stream from a page of its user', async () => {
  const page = listen('owner')
  const program = listen('owner', { reader: 'token', mayHear: ({ type }) => type !== 'alarm' })
  service.sendToUser('owner', position('a', 1))
  service.sendToUser('owner', { type: 'alarm', deviceId: 'a' })
  await together()
  expect([page.actual.length, program.actual]).toEqual([2, [position('a', 1)]])
  const more = Array.from({ length: eventsLimits.streamsPerUser }, () => listen('owner', { reader: 'token' }))
  expect([page, program, ...more].map(({ ended }) => ended).slice(0, 3)).toEqual([false, true, false])
})

test('a stream that stopped makes room for another', () => {
  const streams = Array.from({ length: eventsLimits.streamsPerUser }, () => listen('owner'))
  streams[3]?.stop()
  listen('owner')
  expect(streams.map(({ ended }) => ended)).not.toContain(true)
})

test('while nothing is heard from the database every stream ends, and none is opened', () => {
  const stream = listen('owner')
  service.hears(false)
  expect(stream.ended).toBe(true)
  expect(() => listen('owner')).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }))
  service.hears(true)
  expect(listen('owner').ended).toBe(false)
})
