import { expect, it } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { scaleTop, speedProfile } from './speed-profile.ts'

const track = (times: number[]) => ({ fixes: [], times })

it('draws each speed if there are few', () => {
  expect(speedProfile(track([0, 30_000, minuteMs]), [null, 30, 50], [0, minuteMs], 100)).toEqual([
    [
      { moment: 30_000, kmh: 30 },
      { moment: minuteMs, kmh: 50 },
    ],
  ])
})

it('of many speeds keeps the fastest of each interval, and never more than asked for', () => {
  const times = Array.from({ length: 20_000 }, (_, second) => second * 1000)
  const speeds = times.map((_, second) => (second === 12_345 ? 140 : 50))
  const [points = [], ...others] = speedProfile(track(times), speeds, [0, 19_999_000], 300)
  expect(others).toEqual([])
  expect(points.length).toBeLessThanOrEqual(301)
  expect(points).toContainEqual({ moment: 12_345_000, kmh: 140 })
})

it('breaks at a gap, and skips what lies outside', () => {
  const times = [0, minuteMs, 30 * minuteMs, 31 * minuteMs]
  const pieces = speedProfile(track(times), [50, 50, 60, 60], [minuteMs, 40 * minuteMs], 300)
  expect(pieces.map((piece) => piece.length)).toEqual([1, 2])
})

it.each([
  [[], 40],
  [[12], 40],
  [[61, 80], 80],
  [[81], 100],
])('the scale of %j ends at %d', (speeds, top) => {
  expect(scaleTop([speeds.map((kmh) => ({ moment: 0, kmh }))])).toBe(top)
})
