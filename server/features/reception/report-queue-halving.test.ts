import { describe, expect, test } from 'vitest'
import { bisectFailures } from './report-queue.ts'

class Refused extends Error {}

/** Work that refuses some numbers, and records what it was given. */
function picky(isRefused: (item: number) => boolean) {
  const given: number[][] = []
  const done: number[] = []
  return {
    given,
    done,
    async work(items: readonly number[]) {
      given.push([...items])
      if (items.some(isRefused)) throw new Refused()
      done.push(...items)
      return items.map((item) => item * 10)
    },
  }
}

const blame = { isForContent: (error: unknown) => error instanceof Refused, giveUp: (item: number) => -item }
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const valuesOf = (outcomes: PromiseSettledResult<number>[]) =>
  outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null))

describe('work that fails for what is in an item', () => {
  test.each([
    ['one of many', 500, [137]],
    ['the first', 7, [1]],
    ['the last', 7, [7]],
    ['several', 12, [2, 3, 11]],
    ['all', 3, [1, 2, 3]],
    ['one by itself', 1, [1]],
    ['none', 500, []],
  ])('is done for every other one, where it is %s', async (_name, count, refused) => {
    const { work, done } = picky((item) => refused.includes(item))
    const outcomes = await bisectFailures(upTo(count), work, blame)
    expect(valuesOf(outcomes)).toEqual(upTo(count).map((item) => (refused.includes(item) ? -item : item * 10)))
    expect(done).toEqual(upTo(count).filter((item) => !refused.includes(item)))
  })

  test('finds the one among five hundred in a few tries', async () => {
    const { work, given } = picky((item) => item === 137)
    await bisectFailures(upTo(500), work, blame)
    expect(given.length).toBeLessThan(25)
  })

  test('is tried once more for one that is alone, in case it was the moment', async () => {
    let tries = 0
    const { work } = picky(() => (tries += 1) === 1)
    expect(valuesOf(await bisectFailures([4], work, blame))).toEqual([40])
  })
})

test('what is done before the database goes stays done, and the rest is not tried without it', async () => {
  const gone = new Error('the database is gone')
  const { work, given } = picky((item) => item === 1)
  const untilThird = (items: readonly number[]) => (given.length === 5 ? Promise.reject(gone) : work(items))
  const outcomes = await bisectFailures(upTo(8), untilThird, blame)
  expect(given).toEqual([upTo(8), [1, 2, 3, 4], [1, 2], [1], [1]])
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: -1 },
    ...upTo(7).map(() => ({ status: 'rejected', reason: gone })),
  ])
})

test('work that gives too few results has failed for those without one, and moves none to another', async () => {
  const outcomes = await bisectFailures([1, 2], async () => [10], blame)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})
