import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { watchBroker, missedBeatsAfter } from './broker-watch.ts'

test.each([
  [0, { hasHeard: false, isReading: true }, 1],
  [2, { hasHeard: false, isReading: true }, 3],
  [2, { hasHeard: true, isReading: true }, 0],
  // What came before we stopped to read.
  [2, { hasHeard: true, isReading: false }, 0],
  // Nothing is known about the broker then.
  [2, { hasHeard: false, isReading: false }, 0],
])('after %i silent beats and %j, there are %i', (before, beat, after) => {
  expect(missedBeatsAfter(before, beat)).toBe(after)
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const everyMs = 15_000
const { brokerSilentBeats } = gatewayServerLimits

function connection() {
  const stream = new EventEmitter()
  const done = { pings: 0, leaves: 0 }
  let isReading = true
  const stop = watchBroker(
    {
      stream,
      isReading: () => isReading,
      ping: () => void (done.pings += 1),
      leave: () => void (done.leaves += 1),
    },
    everyMs,
  )
  const beats = (count: number) => vi.advanceTimersByTime(count * everyMs)
  return { stream, done, stop, beats, read: (reads: boolean) => void (isReading = reads) }
}

test('a broker that says nothing more is left, after as many pings as it may leave unanswered', () => {
  const { done, beats } = connection()
  beats(brokerSilentBeats)
  expect(done).toEqual({ pings: brokerSilentBeats, leaves: 0 })
  beats(1)
  expect(done).toEqual({ pings: brokerSilentBeats, leaves: 1 })
})

test('whatever a broker sends is a sign of life', () => {
  const { stream, done, beats } = connection()
  for (let beat = 0; beat < 20; beat += 1) {
    stream.emit('data')
    beats(1)
  }
  expect(done).toEqual({ pings: 20, leaves: 0 })
})

test('while nothing is read, the broker is pinged and not left; afterwards it is listened to anew', () => {
  const { done, beats, read } = connection()
  beats(2)
  read(false)
  beats(100)
  expect(done).toEqual({ pings: 102, leaves: 0 })
  read(true)
  beats(brokerSilentBeats - 1)
  expect(done.leaves).toBe(0)
  beats(1)
  expect(done.leaves).toBe(1)
})

test('a connection that has ended is pinged no more, and holds nothing', () => {
  const { stream, done, stop, beats } = connection()
  stop()
  beats(10)
  expect(done).toEqual({ pings: 0, leaves: 0 })
  expect(stream.listenerCount('data')).toBe(0)
})
