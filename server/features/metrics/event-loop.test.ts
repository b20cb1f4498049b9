import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchEventLoop } from './event-loop.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a slow start is told for two minutes at most, and a standstill at once', () => {
  let percentile = 0.9e9
  const loop = watchEventLoop({
    enable: () => true,
    disable: () => true,
    reset: () => void (percentile = 0),
    percentile: () => percentile,
  })
  expect(loop.seconds()).toBe(0.9)
  vi.advanceTimersByTime(60_000)
  expect(loop.seconds()).toBe(0.9)
  vi.advanceTimersByTime(60_000)
  expect(loop.seconds()).toBe(0)
  percentile = 0.4e9
  expect(loop.seconds()).toBe(0.4)
  loop.stop()
})
