import { describe, expect, test } from 'vitest'
import { history } from '#contract/history/history.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { trackingServerLimits } from '#contract/tracking/tracking-limits.ts'
import { simplify } from './track.ts'
import { lineOfPages, thinOutTrack } from './thinned-track.ts'

const fix = (minute: number) => ({
  latitude: 49 + Math.sin(minute / 9) / 100,
  longitude: 8 + minute / 1000,
  recordedAt: new Date(minute * minuteMs).toISOString(),
})

async function* pagesOf(count: number, size: number) {
  const all = Array.from({ length: count }, (_, minute) => fix(minute))
  for (let start = 0; start < count; start += size) yield all.slice(start, start + size)
}

test.each([1, 7, 100])('a track in pages of %i is counted, its newest are kept and its ends stay', async (size) => {
  const thinned = await thinOutTrack(pagesOf(250, size), { linePoints: 20, newest: 10 })
  expect(thinned.positions).toBe(250)
  expect(thinned.newest).toEqual(Array.from({ length: 10 }, (_, index) => fix(249 - index)))
  expect(thinned.line.length).toBeLessThanOrEqual(20)
  expect([thinned.line[0], thinned.line.at(-1)]).toEqual([fix(0), fix(249)])
})

test('a short track stays whole, and an empty one stays empty', async () => {
  expect(await thinOutTrack(pagesOf(3, 2), { linePoints: 20, newest: 10 })).toEqual({
    positions: 3,
    newest: [fix(2), fix(1), fix(0)],
    line: [fix(0), fix(1), fix(2)],
  })
  expect(await thinOutTrack(pagesOf(0, 2), { linePoints: 20, newest: 10 })).toEqual({
    positions: 0,
    newest: [],
    line: [],
  })
})

describe('the line of a long track', () => {
  const lineOf = async (count: number, points: number) => {
    const lengths: number[] = []
    const made = await lineOfPages(pagesOf(count, 10), { points, held: 100 }, async (track, most) => {
      lengths.push(track.length)
      return simplify(track, most)
    })
    return { ...made, lengths }
  }

  test('is made with no more positions in memory than the limit and one page', async () => {
    const { positions, line, lengths } = await lineOf(5_000, 20)
    expect(positions).toBe(5_000)
    expect(Math.max(...lengths)).toBe(110)
    expect(line).toHaveLength(20)
    expect([line[0], line.at(-1)]).toEqual([fix(0), fix(4_999)])
    expect(line).toEqual(line.toSorted((a, b) => Date.parse(a.recordedAt) - Date.parse(b.recordedAt)))
  })

  test('is that of the whole track if all of it may be in memory', async () => {
    const whole = Array.from({ length: 100 }, (_, minute) => fix(minute))
    expect(await lineOf(100, 20)).toEqual({ positions: 100, line: simplify(whole, 20), lengths: [100] })
  })

  test('may have as many points as a call can ask for', () => {
    const { maxPoints } = history.show.query.shape
    const most = trackingServerLimits.heldForLine / 2
    expect(maxPoints.safeParse(most).success).toBe(true)
    expect(maxPoints.safeParse(most + 1).success).toBe(false)
  })
})
