import { expect, test } from 'vitest'
import { ridingTime } from '#domain/track/riding-time.ts'
import { labelledHalts } from './labelled-halts.ts'

/** A hundred minutes with these halts, each from one minute to another. */
const hundred = (halts: readonly [number, number][]) =>
  ridingTime(
    halts.map(([from, to]) => ({ kind: 'stop', from, to })),
    0,
    100,
  )

test.each<[string, [number, number][], number[]]>([
  ['one in the middle has', [[50, 60]], [50]],
  [
    'those far apart have',
    [
      [20, 22],
      [70, 72],
    ],
    [20, 70],
  ],
  [
    'of two that are near, the longer one has',
    [
      [40, 42],
      [50, 58],
    ],
    [50],
  ],
  ['one at the edge has none', [[3, 60]], []],
  ['without a halt there is none', [], []],
  [
    'those on either side of the middle have',
    [
      [30, 32],
      [60, 62],
    ],
    [30, 60],
  ],
])('room for words: %s', (_name, halts, begun) => {
  expect(labelledHalts(hundred(halts), () => 'P 8 Min.').map(({ from }) => from)).toEqual(begun)
})

test('a halt stands where the way to it ends', () => {
  expect(labelledHalts(hundred([[40, 60]]), () => 'P').map(({ share }) => share)).toEqual([0.5])
})

test('longer words need more room', () => {
  const both = hundred([
    [30, 32],
    [60, 63],
  ])
  expect(labelledHalts(both, () => 'P 11 Std. 50 Min.').map(({ from }) => from)).toEqual([60])
})
