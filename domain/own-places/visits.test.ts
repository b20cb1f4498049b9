import { expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import type { Position } from '#contract/history/history.ts'
import { destination } from '#domain/geo/geo.ts'
import { isNews, pastOf, visitsOf } from './visits.ts'

const home = { latitude: 49.0069, longitude: 8.4037, radiusMetres: 200 }
const start = Date.UTC(2026, 5, 1, 8)
const at = (minute: number) => new Date(start + minute * minuteMs)

/** A vehicle so many metres east of the place in that minute. */
type Seen = [minute: number, metres: number, more?: Partial<Position>]

function positionsOf(seen: readonly Seen[]): Position[] {
  return seen.map(([minute, metres, more]) => ({
    ...destination(home, metres, 90),
    recordedAt: at(minute).toISOString(),
    accuracy: 5,
    ...more,
  }))
}
/** Each minute in a place. */
const stands = (from: number, to: number, metres: number): Seen[] =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, metres + (index % 2) * 8])
/** Each minute so much further. */
const rides = (from: number, metres: readonly number[]): Seen[] => metres.map((each, index) => [from + index, each])
const out = [600, 1400, 2200, 3000]
const back = out.toReversed()

function visits(seen: readonly Seen[], nowMinute?: number): string[] {
  const now = at(nowMinute ?? (seen.at(-1)?.[0] ?? 0) + 1)
  return visitsOf(home, pastOf(positionsOf(seen)), now).map(
    ({ visit, at: when }) => `${visit} ${Math.round((when.getTime() - start) / minuteMs)}`,
  )
}

test.each<[string, Seen[], string[], number?]>([
  ['it only stands there', stands(0, 30, 0), []],
  ['it only stands elsewhere', stands(0, 30, 3000), []],
  ['it rides off from there', [...stands(0, 20, 0), ...rides(21, out)], ['LEFT 20']],
  ['it rides off after a night of silence', [[-600, 0], [0, 10], ...rides(1, out)], ['LEFT 0']],
  ['its tracker reports only once it is away', [[-600, 0], ...rides(0, out)], ['LEFT 0']],
  ['it comes and stands', [...stands(0, 15, 3000), ...rides(16, back), ...stands(20, 32, 0)], ['ARRIVED 20']],
  [
    'it comes and goes silent where it stands',
    [...stands(0, 15, 3000), ...rides(16, back), [20, 20, { speed: 0 }]],
    ['ARRIVED 20'],
    31,
  ],
  [
    'it comes, says no speed, and goes silent',
    [...stands(0, 15, 3000), ...rides(16, back), [20, 40], [21, 10]],
    ['ARRIVED 21'],
    32,
  ],
  ['it came a moment ago', [...stands(0, 15, 3000), ...rides(16, back), [20, 40], [21, 10]], []],
  ['it goes silent in passing', [...stands(0, 15, 3000), ...rides(16, back), [20, 20, { speed: 60 }]], [], 40],
  ['its last fix alone lies there', [...stands(0, 15, 3000), ...rides(16, back), [20, 20]], [], 40],
  ['it passes by', [...stands(0, 15, -3000), ...rides(16, [-2000, -1000, 0, 1000, 2000]), ...stands(21, 35, 3000)], []],
  [
    'it goes and comes back',
    [...stands(0, 15, 0), ...rides(16, [...out, ...back]), ...stands(24, 36, 0)],
    ['LEFT 15', 'ARRIVED 24'],
  ],
  ['one fix jumps away', [...stands(0, 15, 0), [16, 3000], ...stands(17, 30, 0)], []],
  ['it stands at the edge, there and beside it', [...stands(0, 20, 190), ...stands(21, 40, 240)], []],
  ['it is pushed to beside the edge', [...stands(0, 20, 0), ...stands(23, 50, 260)], []],
  ['nothing is known', [], []],
  ['one fix is known', [[0, 0]], []],
])('where %s', (_what, seen, expected, nowMinute) => {
  expect(visits(seen, nowMinute)).toEqual(expected)
})

test('what is measured too roughly is not away', () => {
  const rough = rides(21, out).map(([minute, metres]): Seen => [minute, metres, { accuracy: 5000 }])
  expect(visits([...stands(0, 20, 0), ...rough])).toEqual([])
})

test('more fixes of the same stand and ride show the same visits', () => {
  const seen = [...stands(0, 20, 0), ...rides(21, [...out, 3800, 4600]), ...stands(27, 60, 5400)]
  for (let count = 24; count <= seen.length; count += 1) expect(visits(seen.slice(0, count))).toEqual(['LEFT 20'])
})

test.each([
  [0, true],
  [30, true],
  [31, false],
  [-1, false],
])('after %i minutes it is news: %s', (minutes, expected) => {
  expect(isNews({ visit: 'LEFT', at: at(0) }, at(minutes))).toBe(expected)
})
