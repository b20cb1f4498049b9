import { expect, test } from 'vitest'
import { inBatches } from './report-queue.ts'

/** Work that ends on request, and remembers what it was given. */
function heldWork() {
  const batches: { items: readonly number[]; end(): Promise<void>; fail(): Promise<void> }[] = []
  const settled = () => new Promise<void>((done) => setImmediate(done))
  const work = (items: readonly number[]) =>
    new Promise<PromiseSettledResult<number>[]>((resolve, reject) => {
      batches.push({
        items,
        end: () => (resolve(items.map((item) => outcomeOf(item))), settled()),
        fail: () => (reject(new Error('the database is gone')), settled()),
      })
    })
  return {
    work,
    begun: settled,
    given: () => batches.map(({ items }) => items),
    batch: (index: number) => batches[index],
  }
}

/** Nothing can be done with what is below zero. */
function outcomeOf(item: number): PromiseSettledResult<number> {
  return item < 0 ? { status: 'rejected', reason: item } : { status: 'fulfilled', value: item * 10 }
}

test('one by itself waits for nobody, and what arrives meanwhile is done together', async () => {
  const held = heldWork()
  const take = inBatches(held.work, { largest: 3, mostWaiting: 10 })
  const first = take(1)
  await held.begun()
  expect(held.given()).toEqual([[1]])
  const others = [2, 3].map(take)
  await held.batch(0)?.end()
  expect(held.given()).toEqual([[1], [2, 3]])
  await held.batch(1)?.end()
  expect(await Promise.all([first, ...others])).toEqual([10, 20, 30])
})

test('what arrives in the same moment is done together, but a batch holds no more than it may', async () => {
  const held = heldWork()
  const take = inBatches(held.work, { largest: 3, mostWaiting: 10 })
  const results = [1, 2, 3, 4, 5].map(take)
  await held.begun()
  await held.batch(0)?.end()
  expect(held.given()).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
  await held.batch(1)?.end()
  expect(await Promise.all(results)).toEqual([10, 20, 30, 40, 50])
})

test('what fails, fails for all of its batch and for no other', async () => {
  const held = heldWork()
  const take = inBatches(held.work, { largest: 2, mostWaiting: 10 })
  const results = [1, 2, 3, 4].map(take)
  const settled = Promise.allSettled(results)
  await held.begun()
  await held.batch(0)?.end()
  await held.batch(1)?.fail()
  const next = take(5)
  await held.begun()
  await held.batch(2)?.end()
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(await next).toBe(50)
})

test('what comes while too many wait is rejected at once, and taken again when fewer do', async () => {
  const held = heldWork()
  const take = inBatches(held.work, { largest: 3, mostWaiting: 2 })
  const first = take(1)
  await held.begun()
  const others = [2, 3].map(take)
  await expect(take(4)).rejects.toThrow('too many')
  await held.batch(0)?.end()
  const next = take(5)
  await held.batch(1)?.end()
  await held.batch(2)?.end()
  expect(await Promise.all([first, ...others, next])).toEqual([10, 20, 30, 50])
  expect(held.given()).toEqual([[1], [2, 3], [5]])
})

test('each is given its own outcome', async () => {
  const held = heldWork()
  const take = inBatches(held.work, { largest: 3, mostWaiting: 10 })
  const settled = Promise.allSettled([1, 2, -3].map(take))
  await held.begun()
  await held.batch(0)?.end()
  expect(await settled).toEqual([1, 2, -3].map(outcomeOf))
})
