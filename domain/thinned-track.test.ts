import { expect, test } from 'vitest'
import { thinOutTrack } from './thinned-track.ts'

const fix = (minute: number) => ({
  latitude: 49 + Math.sin(minute / 9) / 100,
  longitude: 8 + minute / 1000,
  recordedAt: new Date(minute * 60_000).toISOString(),
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

test('a short track stays whole, and none is none', async () => {
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
