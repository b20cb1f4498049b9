import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Position } from '#contract/history/history.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { destination } from '#domain/geo/geo.ts'
import { believable, type PositionDoubt, doubtsOf } from './outliers.ts'
import { inFixOrder } from './track.ts'

const garage = { latitude: 49.0069, longitude: 8.4037 }

/** Fixes at these kilometres north of the garage, each so many seconds after the one before. */
function fixes(...seen: [seconds: number, km: number, rest?: Partial<Position>][]): Position[] {
  let time = Date.UTC(2026, 9, 25)
  return seen.map(([seconds, km, rest]) => {
    time += seconds * secondMs
    return { ...destination(garage, km * 1000, 0), recordedAt: new Date(time).toISOString(), ...rest }
  })
}

test.each<[string, Position[], [number, PositionDoubt][]]>([
  ['nothing of an empty track', [], []],
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
  [
    'a jump by one kilometre beside the way, although a vehicle could be so fast',
    fixes([0, 0], [60, 0.3], [60, 1.5], [60, 0.9], [60, 1.2]),
    [[2, 'JUMP']],
  ],
  ['a jump by one kilometre from where it is parked', fixes([0, 0], [60, 0], [60, 1], [60, 0], [60, 0]), [[2, 'JUMP']]],
  ['nothing of a turn on the motorway', fixes([0, 0], [60, 1.8], [60, 3.6], [60, 1.8], [60, 0]), []],
  ['nothing of a short turn back', fixes([0, 0], [60, 0.1], [60, 0.45], [60, 0.1], [60, 0]), []],
  [
    'nothing of a rough fix beside the way',
    fixes([0, 0], [60, 0.1], [60, 1.2, { accuracy: 600 }], [60, 0.3], [60, 0.4]),
    [],
  ],
  ['nothing of a drift inside a garage', fixes([0, 0], [1, 0.15], [1, 0], [1, 0.1]), []],
  ['nothing of a jump within the reported accuracy', fixes([0, 0], [10, 5, { accuracy: 6000 }], [10, 0]), []],
  ['nothing of a jump without a way back', fixes([0, 0], [10, 50], [10, 50.1], [10, 50.2], [10, 50.3]), []],
  ['nothing after a first fix that only one neighbour contradicts', fixes([0, 50], [10, 0], [10, 0.1]), []],
  ['a jump that nobody can drive while it is the last fix', fixes([0, 0], [10, 0.1], [10, 50]), [[2, 'JUMP']]],
  [
    'the jump and what agrees with it while it is little',
    fixes([0, 0], [10, 0.1], [10, 50], [10, 50.1], [10, 50.2]),
    [
      [2, 'JUMP'],
      [3, 'JUMP'],
      [4, 'JUMP'],
    ],
  ],
  [
    'nothing of the jump once much agrees with it',
    fixes([0, 0], [10, 0.1], [10, 50], [10, 50.1], [10, 50.2], [10, 50.3]),
    [],
  ],
  ['nothing of a last fix on the motorway after a gap', fixes([0, 0], [10, 0.1], [600, 30]), []],
  [
    'a longitude of exactly 0, even while it is the last fix and hours after the one before',
    fixes([0, 0], [60, 0.1], [7200, 0.2, { longitude: 0 }]),
    [[2, 'NO_FIX']],
  ],
  ['a latitude of exactly 0', fixes([0, 0, { latitude: 0 }], [60, 0.1]), [[0, 'NO_FIX']]],
  ['nothing of a ferry between two fixes hours apart', fixes([0, 0], [7200, 80], [7200, 160]), []],
  ['a jump between fixes of the same second', fixes([0, 0], [0, 50], [0, 0]), [[1, 'JUMP']]],
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
  ['a fix that its tracker doubts itself', fixes([0, 0], [60, 50, { flag: 'MOCK' }], [60, 1]), [[1, 'MOCK']]],
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

const recordings = join(process.env['SHARED_DIR'] ?? '../shared', 'data/gpx')

describe.skipIf(!existsSync(recordings))('of the recordings', () => {
  const rides = existsSync(recordings)
    ? readdirSync(recordings)
        .filter((name) => name.endsWith('.gpx'))
        .map((name) => inFixOrder(recorded(name)))
    : []
  const sampled = [1, 2, 5, 10, 20, 30, 45, 60].flatMap((seconds) => rides.map((ride) => everySo(ride, seconds)))

  test('no fix is doubted, however often it was measured', () => {
    expect([...rides, ...sampled].map((ride) => doubtsOf(ride).size)).toEqual([...rides, ...sampled].map(() => 0))
  })

  test.each([
    [1_000, 0.95],
    [3_000, 0.99],
    [10_000, 0.99],
  ])(
    'a single fix moved by %i m is doubted in at least a share of %f, and no other fix because of it',
    (metres, least) => {
      let [doubted, moved] = [0, 0]
      for (const ride of sampled) {
        for (const index of middles(ride)) {
          const doubts = doubtsOf(
            ride.slice(index - 5, index + 6).map((fix, at) => {
              return at === 5 ? { ...fix, ...destination(fix, metres, (index * 137) % 360) } : fix
            }),
          )
          moved += 1
          if (doubts.has(5)) doubted += 1
          expect([...doubts.keys()].filter((other) => other !== 5)).toEqual([])
        }
      }
      expect(moved).toBeGreaterThan(1_000)
      expect(doubted / moved).toBeGreaterThan(least)
    },
  )

  /** Forty places of a ride, each with a fix within a minute before and after. */
  function middles(ride: readonly Position[]): number[] {
    const inside = ride.flatMap((_, index) => (index >= 5 && index < ride.length - 5 ? [index] : []))
    const within = inside.filter((index) => secondsAt(ride, index) <= 60 && secondsAt(ride, index + 1) <= 60)
    return within.filter((_, index) => index % Math.ceil(within.length / 40) === 0)
  }

  function secondsAt(ride: readonly Position[], index: number): number {
    return (Date.parse(ride[index]?.recordedAt ?? '') - Date.parse(ride[index - 1]?.recordedAt ?? '')) / 1000
  }

  function everySo(ride: readonly Position[], seconds: number): Position[] {
    let next = -Infinity
    return ride.filter(({ recordedAt }) => {
      const isDue = Date.parse(recordedAt) >= next
      if (isDue) next = Date.parse(recordedAt) + seconds * secondMs
      return isDue
    })
  }

  function recorded(name: string): Position[] {
    const document = readFileSync(join(recordings, name), 'utf8')
    const points = document.matchAll(/<trkpt[^>]* lat="([^"]+)" lon="([^"]+)"[^>]*>[\s\S]*?<time>([^<]+)/g)
    return [...points].map(([, latitude, longitude, time = '']) => ({
      latitude: Number(latitude),
      longitude: Number(longitude),
      recordedAt: new Date(time).toISOString(),
    }))
  }
})
