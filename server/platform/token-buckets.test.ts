import { expect, test } from 'vitest'
import { createTokenBuckets } from './token-buckets.ts'
import { slowestMs } from '#server/protocols/testing/cpu-time.ts'

test.for<[name: string, taken: readonly [name: string, second: number][], waits: readonly number[]]>([
  [
    'a burst',
    [
      ['a', 0],
      ['a', 0],
      ['a', 0],
    ],
    [0, 0, 1],
  ],
  [
    'one after the other',
    [
      ['a', 0],
      ['a', 0],
      ['a', 1],
      ['a', 1],
    ],
    [0, 0, 0, 1],
  ],
  [
    'several at once',
    [
      ['a', 0],
      ['a', 0],
      ['b', 0],
      ['b', 0],
      ['b', 0],
    ],
    [0, 0, 0, 0, 1],
  ],
  [
    'more than are remembered: the one unused for longest begins anew',
    [
      ['a', 0],
      ['a', 0],
      ['b', 0],
      ['c', 0],
      ['a', 0],
    ],
    [0, 0, 0, 0, 0],
  ],
  [
    'one that was used again: another is forgotten',
    [
      ['a', 0],
      ['b', 0],
      ['a', 0],
      ['c', 0],
      ['a', 0],
    ],
    [0, 0, 0, 0, 1],
  ],
])('%s', ([, taken, waits]) => {
  const buckets = createTokenBuckets(2, 1, 2)
  expect(taken.map(([name, second]) => buckets.take(name, second * 1000))).toEqual(waits)
})

test('one of forty thousand names costs about as much as one of a few', () => {
  const names = Array.from({ length: 40_000 }, (_, number) => String(number))
  const buckets = createTokenBuckets(20, 20, 50_000)
  for (const name of names) buckets.remember(name)
  const round = () => names.forEach((name) => buckets.take(name, 0))
  // It takes 10 ms; looking for the oldest name each time took a second.
  expect(slowestMs([round], 300)).toBeLessThan(300)
})
