import { describe, expect, it, test } from 'vitest'
import type { Quiet } from './replay.ts'
import { momentAt, riddenBy, ridingTime } from './riding-time.ts'

type Short = readonly [from: number, to: number, kind?: Quiet['kind']]
const quietOf = (halts: readonly Short[]) => halts.map(([from, to, kind = 'stop']): Quiet => ({ kind, from, to }))

describe('of an hour, the time on the way', () => {
  it.each<[string, Short[], string, string]>([
    ['without a halt is the hour', [], '0–60', ''],
    ['with a stop is what lies before and after it', [[20, 38]], '0–20 38–60', 'stop 20–38'],
    ['begins when a parked vehicle sets off', [[-500, 30]], '30–60', ''],
    ['ends when it is parked', [[40, 900]], '0–40', ''],
    [
      'after a parked night with a ride and a coffee is the ride',
      [
        [0, 10],
        [20, 38],
        [50, 60],
      ],
      '10–20 38–50',
      'stop 20–38',
    ],
    [
      'has one halt where a gap touches a stop',
      [
        [20, 30, 'gap'],
        [30, 38],
      ],
      '0–20 38–60',
      'stop 20–38',
    ],
    [
      'has one halt where a gap lies in a stop, in whatever order they come',
      [
        [25, 30, 'gap'],
        [20, 38],
      ],
      '0–20 38–60',
      'stop 20–38',
    ],
    ['knows a gap from a stop', [[20, 34, 'gap']], '0–20 34–60', 'gap 20–34'],
    [
      'has two halts with a ride between',
      [
        [10, 20],
        [30, 40],
      ],
      '0–10 20–30 40–60',
      'stop 10–20, stop 30–40',
    ],
    ['without a ride is the hour', [[-10, 70]], '0–60', ''],
    [
      'is not touched by what was before and after',
      [
        [-20, -10],
        [70, 80],
      ],
      '0–60',
      '',
    ],
  ])('%s', (_name, halts, pieces, between) => {
    const time = ridingTime(quietOf(halts), 0, 60)
    expect(time.pieces.map(({ from, to }) => `${from}–${to}`).join(' ')).toBe(pieces)
    expect(time.halts.map(({ kind, from, to }) => `${kind} ${from}–${to}`).join(', ')).toBe(between)
    expect(time.ridingMs).toBe(riddenBy(time, 60))
  })
})

const withStop = ridingTime(quietOf([[20, 38]]), 0, 60)

test.each([
  [-5, 0],
  [10, 10],
  [20, 20],
  [30, 20],
  [38, 20],
  [48, 30],
  [99, 42],
])('by the moment %d of a ride with a stop from 20 to 38, %d were ridden', (moment, ridden) => {
  expect(riddenBy(withStop, moment)).toBe(ridden)
})

test.each([
  [-1, 0],
  [10, 10],
  [20, 38],
  [30, 48],
  [42, 60],
  [99, 60],
])('after %d of it, it is %d', (ridden, moment) => {
  expect(momentAt(withStop, ridden)).toBe(moment)
})
