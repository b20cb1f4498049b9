import { expect, test } from 'vitest'
import type { Position } from '#contract/tracking.ts'
import { destination } from './geo.ts'
import { believable, type Doubt, doubtsOf } from './outliers.ts'

const garage = { latitude: 49.0069, longitude: 8.4037 }

/** Fixes at these kilometres north of the garage, each so many seconds after the one before. */
function fixes(...seen: [seconds: number, km: number, rest?: Partial<Position>][]): Position[] {
  let time = Date.UTC(2026, 9, 25)
  return seen.map(([seconds, km, rest]) => {
    time += seconds * 1000
    return { ...destination(garage, km * 1000, 0), recordedAt: new Date(time).toISOString(), ...rest }
  })
}

test.each<[string, Position[], [number, Doubt][]]>([
  ['nothing of no track', [], []],
  ['nothing of a single fix', fixes([0, 0]), []],
  ['nothing of a ride on the motorway', fixes([0, 0], [60, 3], [60, 6], [60, 9]), []],
  ['a jump out and back', fixes([0, 0], [10, 0.1], [10, 50], [10, 0.3]), [[2, 'JUMP']]],
  [
    'each of two wrong fixes in a row',
    fixes([0, 0], [10, 50], [10, 50.1], [10, 0.2]),
    [
      [1, 'JUMP'],
      [2, 'JUMP'],
    ],
  ],
  ['nothing of a drift inside a garage', fixes([0, 0], [1, 0.15], [1, 0], [1, 0.1]), []],
  ['nothing of a jump within the accuracy that was told', fixes([0, 0], [10, 5, { accuracy: 6000 }], [10, 0]), []],
  ['nothing of a jump without a way back', fixes([0, 0], [10, 50], [10, 50.1], [10, 50.2], [10, 50.3]), []],
  ['nothing of a first fix, which has only one neighbour', fixes([0, 50], [10, 0], [10, 0.1]), []],
  ['nothing of a last fix, which has only one neighbour', fixes([0, 0], [10, 0.1], [10, 50]), []],
  ['nothing of a ferry between two fixes hours apart', fixes([0, 0], [7200, 80], [7200, 160]), []],
  ['a jump to two times the same second', fixes([0, 0], [0, 50], [0, 0]), [[1, 'JUMP']]],
  [
    'two jumps with a true fix between',
    fixes([0, 0], [5, 50], [5, 0], [5, 60], [5, 0]),
    [
      [1, 'JUMP'],
      [3, 'JUMP'],
    ],
  ],
  ['a speed that no road vehicle has', fixes([0, 0], [60, 1, { speed: 900 }], [60, 2]), [[1, 'SPEED']]],
  ['nothing of a very fast motorcycle', fixes([0, 0], [60, 4.5, { speed: 290 }], [60, 9]), []],
  ['what its tracker doubts itself', fixes([0, 0], [60, 50, { flag: 'MOCK' }], [60, 1]), [[1, 'MOCK']]],
  [
    'a jump whose way back comes after a fix that is doubted anyway',
    fixes([0, 0], [10, 50], [10, 80, { flag: 'MOCK' }], [10, 0.1]),
    [
      [1, 'JUMP'],
      [2, 'MOCK'],
    ],
  ],
])('doubts %s', (_name, positions, doubted) => {
  expect([...doubtsOf(positions)]).toEqual(doubted)
  expect(believable(positions)).toEqual(positions.filter((_, index) => !doubted.some(([bad]) => bad === index)))
})
