import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRested } from './rested.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const begin = () => {
  const done: string[] = []
  const { renew, stop } = createRested({ leastMs: 10_000, factor: 10 })
  const doing =
    (name: string, ms = 0) =>
    async () => {
      done.push(name)
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  return { done, renew, stop, doing }
}

test('the first is done at once, of what follows within the rest only the last, after it', async () => {
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

test('what takes long rests long', async () => {
  const { done, renew, doing } = begin()
  renew('history', doing('1', 3_000))
  renew('history', doing('2'))
  await vi.advanceTimersByTimeAsync(32_000)
  expect(done).toEqual(['1'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(done).toEqual(['1', '2'])
})

test('where there was nothing to do there is no rest, and after a failure it goes on', async () => {
  const { done, renew, doing } = begin()
  renew('history', () => null)
  renew('history', async () => Promise.reject(new Error('away')))
  renew('history', doing('1'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(done).toEqual(['1'])
})

test('what waits when the screen is left is not done', async () => {
  const { done, renew, stop, doing } = begin()
  for (const name of ['1', '2']) renew('history', doing(name))
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done).toEqual(['1'])
})
