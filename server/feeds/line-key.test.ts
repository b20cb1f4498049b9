import { expect, test } from 'vitest'
import { lineKey } from './line-key.ts'

test('the same line has the same key, and hundreds of thousands of others have other ones', () => {
  const keys = new Set<number>()
  for (let number = 0; number < 300_000; number += 1)
    keys.add(lineKey(`${number};11;2020;${number % 12};52,5${number}`))
  expect(keys.size).toBe(300_000)
  expect(keys.has(lineKey('7;11;2020;7;52,57'))).toBe(true)
  expect([...keys].every((key) => Number.isSafeInteger(key))).toBe(true)
})
