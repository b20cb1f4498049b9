import { expect, test } from 'vitest'
import { keepLately } from './kept-tiles.ts'

function keepTexts() {
  const kept = keepLately<string>(6, ({ length }) => length)
  const made: string[] = []
  const ask = (key: string, value = key) =>
    kept.keptOrMade(key, async () => {
      made.push(key)
      return value
    })
  return { kept, made, ask }
}

test('the least recently used entry goes first when there is no more room', async () => {
  const { kept, made, ask } = keepTexts()
  for (const value of ['aa', 'bb', 'cc', 'aa', 'dd', 'aa', 'cc', 'dd']) expect(await ask(value)).toBe(value)
  expect(made).toEqual(['aa', 'bb', 'cc', 'dd'])
  await ask('bb')
  expect(made.at(-1)).toBe('bb')
  expect(kept.bytes()).toBe(6)
})

test('what is larger than the whole cache is not kept', async () => {
  const { kept, ask } = keepTexts()
  expect(await ask('b', 'xxxxxxxx')).toBe('xxxxxxxx')
  expect(kept.bytes()).toBe(0)
})

test('a tile that many ask for at once is made once, and again if it could not be made', async () => {
  const { made, ask, kept } = keepTexts()
  expect(await Promise.all([ask('a'), ask('a'), ask('a')])).toEqual(['a', 'a', 'a'])
  expect(made).toEqual(['a'])
  expect(kept.bytes()).toBe(1)
  const fails = () => kept.keptOrMade('b', () => Promise.reject(new Error('lost')))
  expect((await Promise.allSettled([fails(), fails()])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('b')).toBe('b')
})
