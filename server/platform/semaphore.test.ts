import { expect, test } from 'vitest'
import { semaphore } from './semaphore.ts'

test.each([1, 2, 5])('at most %i run at once, in order of arrival, and a failure frees its place', async (parallel) => {
  const run = semaphore(parallel)
  const begun: number[] = []
  let [running, most] = [0, 0]
  const works = Array.from({ length: 20 }, (_, index) =>
    run(async () => {
      begun.push(index)
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      if (index % 3 === 0) throw new Error('failed')
      return index
    }).catch(() => null),
  )
  expect(await Promise.all(works)).toEqual(works.map((_, index) => (index % 3 === 0 ? null : index)))
  expect(most).toBe(parallel)
  expect(begun).toEqual(works.map((_, index) => index))
})

test('more than may wait are refused at once, and each of the others is done', async () => {
  const run = semaphore(1, { length: 2, full: () => new Error('full') })
  const gate = Promise.withResolvers<void>()
  const begun: number[] = []
  const works = Array.from({ length: 6 }, (_, index) =>
    run(async () => {
      begun.push(index)
      await gate.promise
      return index
    }).catch((error: Error) => error.message),
  )
  expect(await Promise.all(works.slice(3))).toEqual(['full', 'full', 'full'])
  gate.resolve()
  expect(await Promise.all(works)).toEqual([0, 1, 2, 'full', 'full', 'full'])
  expect(begun).toEqual([0, 1, 2])
  // There is room again.
  expect(await run(async () => 'done')).toBe('done')
})
