import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPositionRequests, createRequestLimit } from './position-requests.ts'

const bounds = { positionRequestEveryMs: 60_000, positionRequestsInARow: 3 }

let sent: number
let requests: ReturnType<typeof createPositionRequests>
beforeEach(() => {
  vi.useFakeTimers()
  sent = 0
  requests = createPositionRequests(() => (sent += 1), bounds)
})
afterEach(() => {
  requests.stop()
  vi.useRealTimers()
})

test('a tracker in doubt is asked at once and every minute, a few times', () => {
  const asked = [0, 59, 1, 60, 60, 600].map((seconds, index) => {
    vi.advanceTimersByTime(seconds * 1000)
    if (index === 0) requests.follow(true)
    return sent
  })
  expect(asked).toEqual([1, 1, 2, 3, 3, 3])
})

test('no fix makes it asked more often than every minute, whatever it says', () => {
  for (const doubt of [true, true, false, true, false, true]) requests.follow(doubt)
  expect(sent).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect(sent).toBe(2)
})

test('it is not asked any more once its fixes have decided, and again in the next doubt', () => {
  requests.follow(true)
  requests.follow(false)
  vi.advanceTimersByTime(600_000)
  expect(sent).toBe(1)
  requests.follow(true)
  expect(sent).toBe(2)
})

test('nobody is asked on a connection that has ended', () => {
  requests.follow(true)
  requests.stop()
  vi.advanceTimersByTime(600_000)
  expect(sent).toBe(1)
})

test('without a connection, each tracker is asked at most once a minute', () => {
  const mayRequest = createRequestLimit()
  const at = (seconds: number) => new Date(seconds * 1000)
  expect([mayRequest('a', at(0)), mayRequest('a', at(59)), mayRequest('b', at(59)), mayRequest('a', at(61))]).toEqual([
    true,
    false,
    true,
    true,
  ])
})
