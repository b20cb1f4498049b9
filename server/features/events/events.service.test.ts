import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import { limits } from '#contract/limits.ts'
import { createEventsService, type EventsService } from './events.service.ts'

let service: EventsService
beforeEach(() => {
  vi.useFakeTimers()
  service = createEventsService()
})
afterEach(() => {
  service.close()
  vi.useRealTimers()
})

/** A stream that keeps what it is told. */
function listen(userId: string, options: { world?: 'real' | 'demo'; admitted?: () => Promise<boolean> } = {}) {
  const { world = 'real', admitted = async () => true } = options
  const stream = { told: [] as LiveEvent[], full: false, ended: false, stop: () => {} }
  stream.stop = service.admit({ userId, world, isAdmitted: admitted })({
    send: (event) => void stream.told.push(event),
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
const together = () => vi.advanceTimersByTimeAsync(limits.events.togetherMs)

test('news of a second are told together: of each device the newest position, whatever came last', async () => {
  const { told } = listen('owner')
  for (const event of [position('a', 2), position('a', 1), position('b', 1)]) service.tellUser('owner', event)
  service.tellUser('owner', { type: 'alarm', deviceId: 'a' })
  expect(told).toEqual([])
  await together()
  expect(told).toEqual([position('a', 2), position('b', 1), { type: 'alarm', deviceId: 'a' }])
  await together()
  expect(told).toHaveLength(3)
})

test('each user is told their own, each world its POIs', async () => {
  const [mine, others, demo] = [listen('owner'), listen('stranger'), listen('visitor', { world: 'demo' })]
  service.tellUser('owner', position('a', 1))
  service.tellWorld('demo', { type: 'pois', version: '1' })
  await together()
  expect([mine.told, others.told, demo.told]).toEqual([[position('a', 1)], [], [{ type: 'pois', version: '1' }]])
})

test('who does not read is told the newest once there is room', async () => {
  const slow = listen('owner')
  slow.full = true
  service.tellUser('owner', position('a', 1))
  await together()
  service.tellUser('owner', position('a', 2))
  await together()
  expect(slow.told).toEqual([])
  slow.full = false
  await together()
  expect(slow.told).toEqual([position('a', 2)])
})

test('a session that ended unnoticed is found by the next heartbeat; a database that is away ends nothing', async () => {
  const ended = listen('owner', { admitted: async () => false })
  const unknown = listen('owner', { admitted: async () => Promise.reject(new Error('away')) })
  await vi.advanceTimersByTimeAsync(limits.events.heartbeatSeconds * 1000)
  expect([ended.ended, unknown.ended]).toEqual([true, false])
})

test('a stream that stopped makes room for another', () => {
  const streams = Array.from({ length: limits.events.streamsPerUser }, () => listen('owner'))
  expect(() => listen('owner')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
  listen('stranger')
  streams[3]?.stop()
  listen('owner')
  expect(() => listen('owner')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
})
