import { afterAll, expect, test } from 'vitest'
import { poiExchangeLimits } from '#contract/poi-exchange/poi-exchange-limits.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { createOwnPoiTiles } from './own-poi-tiles.ts'
import { createTileThread, type TileIndex } from '#server/tiles/tile-index.ts'
import { decodeTile } from '#server/tiles/testing/tiles.ts'

/** Files by user, as a table would hold them; their POIs are all over Germany. */
const files = new Map<string, { id: string; pois: number }[]>()
let read = 0
const store = {
  shownFiles: async (userId: string) => files.get(userId) ?? [],
  async points(fileId: string, after: number, limit: number) {
    const file = [...files.values()].flat().find(({ id }) => id === fileId)
    const count = Math.max(0, Math.min(limit, (file?.pois ?? 0) - after))
    read += count
    return Array.from({ length: count }, (_, offset) => {
      const number = after + offset + 1
      const [latitude, longitude] = [47.5 + (number % 250) / 40, 6.5 + Math.floor(number / 250) / 40]
      return { number, latitude, longitude, speed: null, direction: null }
    })
  },
}

const clock = clockAt('2026-11-21T12:00:00Z')
const threads: { end(): Promise<void> }[] = []
const tiles = createOwnPoiTiles({
  store,
  clock,
  kept: 30_000,
  createThread(onLost) {
    const thread = createTileThread(onLost)
    // A thread answers an unfinished index by ending.
    threads.push({
      end: () =>
        thread
          .begin()
          .tile({ zoom: 0, column: 0, row: 0 }, [])
          .then(() => undefined),
    })
    return thread
  },
})
afterAll(() => tiles.close())

/** How many POIs a user sees in the tile of the whole world. */
async function countOf(userId: string): Promise<number> {
  const encodings = await (await tiles.tile(userId, { zoom: 0, column: 0, row: 0 })).load()
  if (encodings === null) return 0
  if (!Buffer.isBuffer(encodings.identity)) throw new Error('a tile is made of bytes')
  const shown = decodeTile(encodings.identity, 0, 0, 0)
  return shown.reduce((sum, { properties }) => sum + Number(properties['count'] ?? 1), 0)
}

test('tiles hold as many own POIs as a user may have', async () => {
  files.set('a', [{ id: 'a1', pois: poiExchangeLimits.most }])
  expect(await countOf('a')).toBe(poiExchangeLimits.most)
})

test('tiles never mix the own POIs of several users, even beyond the limit', async () => {
  files.set('b', [
    { id: 'b1', pois: 20_000 },
    { id: 'b2', pois: 3 },
  ])
  files.set('c', [{ id: 'c1', pois: 7 }])
  for (let round = 0; round < 2; round += 1) {
    expect(await Promise.all(['a', 'b', 'c', 'nobody'].map(countOf))).toEqual([poiExchangeLimits.most, 20_003, 7, 0])
  }
})

test('POIs that were shown lately are not read again, until after a while or when there is another file', async () => {
  files.set('d', [{ id: 'd1', pois: 5 }])
  expect(await countOf('d')).toBe(5)
  read = 0
  expect(await countOf('d')).toBe(5)
  expect(read).toBe(0)
  files.set('d', [
    { id: 'd1', pois: 5 },
    { id: 'd2', pois: 4 },
  ])
  expect(await countOf('d')).toBe(9)
  expect(read).toBe(9)
  clock.advance(hourMs)
  // A call of another user is enough to drop it.
  expect(await countOf('c')).toBe(7)
  read = 0
  expect(await countOf('d')).toBe(9)
  expect(read).toBe(9)
})

test('a thread that is lost is replaced', async () => {
  files.set('e', [{ id: 'e1', pois: 6 }])
  expect(await countOf('e')).toBe(6)
  await expect(threads.at(-1)?.end()).rejects.toThrow('before the index was finished')
  expect(await countOf('e')).toBe(6)
  expect(threads.length).toBe(2)
})

test('POIs that could not be read to the end take no room in the thread', async () => {
  let begun = 0
  const index: TileIndex = {
    add: () => undefined,
    finish: async () => undefined,
    tile: async () => null,
    close: async () => void (begun -= 1),
  }
  const begin = () => {
    begun += 1
    return index
  }
  const interrupted = createOwnPoiTiles({
    store: {
      shownFiles: async () => [{ id: 'f1', pois: poiExchangeLimits.most }],
      points: () => Promise.reject(new Error('the database is away')),
    },
    clock,
    createThread: () => ({ begin, close: async () => undefined }),
  })
  const load = async () => (await interrupted.tile('f', { zoom: 0, column: 0, row: 0 })).load()
  for (let round = 0; round < 3; round += 1) await expect(load()).rejects.toThrow('the database is away')
  await interrupted.close()
  expect(begun).toBe(0)
})
