import { expect, test } from 'vitest'
import { createRecent } from './recent.ts'

test('what was asked last is not read again, and what was asked before is', async () => {
  const read: string[] = []
  const ask = createRecent(2, async (key: string) => read.push(key))
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key, key)
  expect(read).toEqual(['a', 'b', 'c', 'b'])
})

test('two who ask at the same time share one reading', async () => {
  let readings = 0
  const ask = createRecent(2, async () => (readings += 1))
  await Promise.all([ask('a', null), ask('a', null)])
  expect(readings).toBe(1)
})

test('what failed is asked anew', async () => {
  let fails = true
  const ask = createRecent(2, async () => {
    if (fails) throw new Error('unreadable')
    return 'read'
  })
  await expect(ask('a', null)).rejects.toThrow('unreadable')
  fails = false
  expect(await ask('a', null)).toBe('read')
})

test('what fails drives no answer out', async () => {
  const read: string[] = []
  const ask = createRecent(1, async (key: string) => {
    read.push(key)
    if (key !== 'a') throw new Error('unreadable')
  })
  await ask('a', 'a')
  await Promise.allSettled([ask('b', 'b'), ask('c', 'c')])
  await ask('a', 'a')
  expect(read).toEqual(['a', 'b', 'c'])
})
