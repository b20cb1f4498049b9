import { describe, expect, it, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { neighbouringFix, placeAt, quietTimes, type ReplayTrack } from './replay.ts'
import { ride } from '#domain/testing/ride.ts'
import { chaptersOf } from './trips.ts'

const noon = Date.parse('2026-06-13T10:00:00Z')

function trackOf(fixes: ReplayTrack['fixes']): ReplayTrack {
  return { fixes, times: fixes.map(({ recordedAt }) => Date.parse(recordedAt)) }
}

const outAndBack = trackOf(
  ride('2026-06-13T10:00:00Z', [
    { kmh: 60, minutes: 10 },
    { kmh: 0, minutes: 30 },
    { kmh: 60, minutes: 10 },
    { kmh: 60, minutes: 14, silent: true },
    { kmh: 60, minutes: 10 },
  ]),
)

describe('where the vehicle was', () => {
  const [first, second] = outAndBack.fixes
  const last = outAndBack.fixes.at(-1)
  const silent = outAndBack.fixes[50]

  it.each([
    ['before the first fix is there', noon - minuteMs, first],
    ['at a fix is there', noon + minuteMs, second],
    ['after the last fix is there', noon + 500 * minuteMs, last],
    ['in a gap is where it began', noon + 55 * minuteMs, silent],
  ])('%s', (_name, moment, fix) => {
    expect(placeAt(outAndBack, moment)?.latitude).toBeCloseTo(fix?.latitude ?? Number.NaN, 9)
  })

  it('between two fixes is on the way from one to the other', () => {
    const halfway = ((first?.longitude ?? 0) + (second?.longitude ?? 0)) / 2
    expect(placeAt(outAndBack, noon + minuteMs / 2)?.longitude).toBeCloseTo(halfway, 9)
  })

  it('of no track is nowhere', () => {
    expect(placeAt(trackOf([]), noon)).toBeNull()
  })
})

test.each<[number, -1 | 1, number]>([
  [0, 1, 1],
  [0, -1, 0],
  [1.5, 1, 2],
  [1.5, -1, 1],
  [2, -1, 1],
  [74, 1, 74],
])('from minute %d the fix in direction %d is that of minute %d', (from, direction, to) => {
  expect(neighbouringFix(outAndBack.times, noon + from * minuteMs, direction)).toBe(noon + to * minuteMs)
})

test('there is nothing to watch in stops and gaps', () => {
  expect(quietTimes(outAndBack, chaptersOf(outAndBack.fixes))).toEqual([
    { kind: 'stop', from: noon + 10 * minuteMs, to: noon + 40 * minuteMs },
    { kind: 'gap', from: noon + 50 * minuteMs, to: noon + 64 * minuteMs },
  ])
})

test('nor while a rider fills up; a traffic light is watched', () => {
  const track = trackOf(
    ride('2026-06-13T10:00:00Z', [
      { kmh: 60, minutes: 10 },
      { kmh: 0, minutes: 8 },
      { kmh: 60, minutes: 10 },
      { kmh: 0, minutes: 2 },
      { kmh: 60, minutes: 10 },
    ]),
  )
  expect(quietTimes(track, chaptersOf(track.fixes))).toEqual([
    { kind: 'stop', from: noon + 10 * minuteMs, to: noon + 18 * minuteMs },
  ])
})
