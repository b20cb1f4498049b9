import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRested } from './rested.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const begin = () => {
  const done: string[] = []
  const { renew, stop } = createRested({ factor: 10, leastMs: 10_000, mostMs: 60_000 })
  const doing =
    (name: string, { ms = 0, isDone = true } = {}) =>
    async () => {
      done.push(name)
      await new Promise((resolve) => setTimeout(resolve, ms))
      return isDone
    }
  return { done, renew, stop, doing }
}

test('the first work is done at once; of what follows within the rest only the last is done, after the rest', async () => {
  const { done, renew, doing } = begin()
  for (const name of ['1', '2', '3']) renew('history', doing(name))
  renew('device', doing('other'))
  await vi.advanceTimersByTimeAsync(9_999)
  expect(done).toEqual(['1', 'other'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done).toEqual(['1', 'other', '3'])
  renew('history', doing('4'))
  expect(done.at(-1)).toBe('4')
})

test('long work is followed by a long rest, up to the limit', async () => {
  const { done, renew, doing } = begin()
  renew('history', doing('1', { ms: 3_000 }))
  renew('history', doing('2'))
  await vi.advanceTimersByTimeAsync(32_000)
  expect(done).toEqual(['1'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(done).toEqual(['1', '2'])
  await vi.advanceTimersByTimeAsync(60_000)
  renew('history', doing('3', { ms: 20_000 }))
  renew('history', doing('4'))
  await vi.advanceTimersByTimeAsync(79_000)
  expect(done.at(-1)).toBe('3')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(done.at(-1)).toBe('4')
})

test('there is no rest if there was nothing to do', () => {
  const { done, renew, doing } = begin()
  renew('history', () => null)
  renew('history', doing('1'))
  expect(done).toEqual(['1'])
})

test('work that failed is tried again after the rest, unless something newer waits', async () => {
  const { done, renew, stop, doing } = begin()
  renew('history', doing('1', { isDone: false }))
  await vi.advanceTimersByTimeAsync(25_000)
  expect(done).toEqual(['1', '1', '1'])
  renew('history', doing('2'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done).toEqual(['1', '1', '1', '2'])
  renew('history', doing('3', { isDone: false }))
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done.at(-1)).toBe('3')
  expect(done).toHaveLength(5)
})

test('work that waits when the screen is left is not done', async () => {
  const { done, renew, stop, doing } = begin()
  for (const name of ['1', '2']) renew('history', doing(name))
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done).toEqual(['1'])
})
