import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batchQueries } from './batch-queries.ts'

test('all requests within one turn become one question, and each gets its own answer', async () => {
  const questions: (readonly number[])[] = []
  const double = batchQueries(async (numbers: readonly number[]) => {
    questions.push(numbers)
    return numbers.map((number) => 2 * number)
  })
  expect(await Promise.all([double(1), double(2), double(1)])).toEqual([2, 4, 2])
  expect(await double(3)).toBe(6)
  expect(questions).toEqual([[1, 2, 1], [3]])
})

test('a request that comes while an answer is on its way does not get that answer, which may be outdated', async () => {
  let state = 'before'
  const answered = Promise.withResolvers<void>()
  const ask = batchQueries(async (keys: readonly string[]) => {
    const read = state
    await answered.promise
    return keys.map(() => read)
  })
  const first = ask('a')
  await nextTurn()
  state = 'after'
  const second = ask('a')
  await nextTurn()
  answered.resolve()
  expect(await Promise.all([first, second])).toEqual(['before', 'after'])
})

test('a failure rejects the requests of its question, and no later ones', async () => {
  let fails = true
  const ask = batchQueries(async (keys: readonly string[]) => {
    if (fails) throw new Error('away')
    return keys
  })
  const both = await Promise.allSettled([ask('a'), ask('b')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await ask('c')).toBe('c')
})
