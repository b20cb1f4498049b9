import { expect, test } from 'vitest'
import { keepLately } from './kept-tiles.ts'

test('what was not asked for the longest goes first when there is no more room', () => {
  const kept = keepLately<string>(6, ({ length }) => length)
  for (const value of ['aa', 'bb', 'cc']) kept.set(value, value)
  expect(kept.get('aa')).toBe('aa')
  kept.set('dd', 'dd')
  expect(['aa', 'bb', 'cc', 'dd'].map((key) => kept.get(key))).toEqual(['aa', undefined, 'cc', 'dd'])
  expect(kept.bytes()).toBe(6)
})

test('what is put in its place again counts once; what is too large for all the room is not kept', () => {
  const kept = keepLately<string>(6, ({ length }) => length)
  kept.set('a', 'xx')
  kept.set('a', 'xxxx')
  expect(kept.bytes()).toBe(4)
  kept.set('b', 'xxxxxxxx')
  expect([kept.get('a'), kept.get('b'), kept.bytes()]).toEqual([undefined, undefined, 0])
})
