import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairQueue, type QueueSlot } from './fair-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const patienceMs = 5_000

/** A queue whose work ends when the test says so, and the names of what began and of what was refused, in order. */
function begin({ atOnce = 1, waiting = 100 } = {}) {
  const { run, hasRoom } = createFairQueue({ atOnce, waiting, patienceMs, refusal: () => new Error('refused') })
  const [begun, refused]: [string[], string[]] = [[], []]
  const ends: (() => void)[] = []
  const add = (name: string, line: string, kind: 'first' | 'later') => {
    const place: QueueSlot = { line, first: kind === 'first' }
    void run(place, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    }).catch(() => void refused.push(name))
  }
  /** Lets this many pieces of work end, one after the other. */
  const end = async (count: number) => {
    for (let ended = 0; ended < count; ended += 1) {
      ends.shift()?.()
      await vi.advanceTimersByTimeAsync(0)
    }
  }
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { run, hasRoom, begun, refused, add, end, settle }
}

test('lines take turns, however many wait in one', async () => {
  const { begun, add, end } = begin()
  add('running', 'a', 'first')
  for (const index of [1, 2, 3, 4]) add(`a${index}`, 'a', 'first')
  for (const name of ['b1', 'b2']) add(name, 'b', 'first')
  add('c1', 'c', 'first')
  await end(8)
  expect(begun).toEqual(['running', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('who is first comes before all others, also those who have waited longer', async () => {
  const { begun, add, end } = begin()
  add('running', 'a', 'later')
  for (let index = 1; index <= 50; index += 1) add(`stranger ${index}`, `network ${index}`, 'later')
  add('owner', 'own', 'first')
  add('another owner', 'other', 'first')
  await end(3)
  expect(begun).toEqual(['running', 'owner', 'another owner', 'stranger 1'])
})

test('only so many run at once, and a failure frees its place', async () => {
  const { run, begun, add, end } = begin({ atOnce: 2 })
  await expect(run({ line: 'a', first: true }, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  for (const name of ['a', 'b', 'c']) add(name, name, 'later')
  expect(begun).toEqual(['a', 'b'])
  await end(1)
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('a full queue refuses who comes last, while those who are first still get a place in it', async () => {
  const { begun, refused, add, end, settle } = begin({ waiting: 3 })
  add('running', 'a', 'later')
  for (const name of ['b', 'c', 'd', 'e']) add(name, name, 'later')
  await settle()
  expect(refused).toEqual(['e'])
  add('owner', 'own', 'first')
  await settle()
  expect(refused).toEqual(['e', 'd'])
  await end(3)
  expect(begun).toEqual(['running', 'owner', 'b', 'c'])
})

test('in a full queue the newest of the longest line makes room for a shorter one', async () => {
  const { begun, refused, add, end, settle } = begin({ waiting: 4 })
  add('running', 'a', 'first')
  for (const index of [1, 2, 3, 4]) add(`a${index}`, 'a', 'first')
  add('b1', 'b', 'first')
  await settle()
  expect(refused).toEqual(['a4'])
  add('b2', 'b', 'first')
  add('c1', 'c', 'first')
  await settle()
  expect(refused).toEqual(['a4', 'a3', 'b2'])
  await end(4)
  expect(begun).toEqual(['running', 'a1', 'b1', 'c1', 'a2'])
})

test('a queue that is full of those who are first refuses others and more of the same, however many lines they make', async () => {
  const { refused, add, settle } = begin({ waiting: 2 })
  add('running', 'a', 'first')
  for (const name of ['b', 'c']) add(name, name, 'first')
  add('stranger', 's', 'later')
  add('d', 'd', 'first')
  await settle()
  expect(refused).toEqual(['stranger', 'd'])
})

test('says beforehand whether there is room', async () => {
  const { hasRoom, add, end } = begin({ waiting: 2 })
  const room = () => [true, false].map((first) => hasRoom({ line: 'new', first }))
  add('running', 'a', 'later')
  add('b', 'b', 'later')
  expect(room()).toEqual([true, true])
  add('c', 'c', 'later')
  expect(room()).toEqual([true, false])
  add('owner', 'own', 'first')
  add('another owner', 'other', 'first')
  expect(room()).toEqual([false, false])
  await end(1)
  expect(room()).toEqual([true, true])
})

test('nobody waits longer than patience lasts, and their place is free again', async () => {
  const { begun, refused, add, end } = begin({ waiting: 1 })
  add('running', 'a', 'first')
  add('b', 'b', 'later')
  await vi.advanceTimersByTimeAsync(patienceMs - 1)
  expect(refused).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(refused).toEqual(['b'])
  add('c', 'c', 'later')
  await end(1)
  expect(begun).toEqual(['running', 'c'])
  // It has begun, so it takes as long as it takes.
  await vi.advanceTimersByTimeAsync(10 * patienceMs)
  expect(refused).toEqual(['b'])
})
