import { afterEach, expect, test } from 'vitest'
import { poiCategories } from '#contract/pois/pois.ts'
import { decodeTile, poiAt } from './testing/tiles.ts'
import { createTileIndex, type TileIndex } from './tile-index.ts'
import { worldX, worldY } from './z-order.ts'

const opened: TileIndex[] = []
const lost: Error[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((index) => index.close()))
  lost.length = 0
})

function open(): TileIndex {
  const index = createTileIndex((error) => void lost.push(error))
  opened.push(index)
  return index
}

test('tiles contain all POIs that were added, and are made in a thread', async () => {
  const index = open()
  index.add([poiAt({ id: 'a' }), poiAt({ id: 'b', longitude: 8.5 })])
  index.add([poiAt({ id: 'ü' })])
  index.add([])
  await index.finish()
  const column = Math.floor(worldX(8.4) / 2 ** 19)
  const row = Math.floor(worldY(49) / 2 ** 19)
  const shown = decodeTile(await index.tile({ zoom: 13, column, row }, poiCategories), 13, column, row)
  expect(shown.map(({ properties }) => properties['id']).toSorted()).toEqual(['a', 'ü'])
  expect(await index.tile({ zoom: 13, column: 0, row: 0 }, poiCategories)).toBeNull()
})

test('each of many queries gets its own answer', async () => {
  const index = open()
  index.add([poiAt({ id: 'a' })])
  await index.finish()
  const zooms = Array.from({ length: 20 }, (_, zoom) => zoom)
  const column = (zoom: number) => Math.floor(((8.4 + 180) / 360) * 2 ** zoom)
  const tiles = await Promise.all(
    zooms.map((zoom) => index.tile({ zoom, column: column(zoom), row: zoom === 0 ? 0 : -1 }, poiCategories)),
  )
  expect(tiles.map((tile) => tile !== null)).toEqual(zooms.map((zoom) => zoom === 0))
})

test('queries before it is closed are answered, and closing twice is closing once', async () => {
  const index = open()
  index.add([poiAt({ id: 'a' })])
  await index.finish()
  const tile = index.tile({ zoom: 0, column: 0, row: 0 }, poiCategories)
  await Promise.all([index.close(), index.close()])
  expect(await tile).not.toBeNull()
  expect(lost).toEqual([])
})

test('a thread that dies is reported to whoever waits and whoever made it', async () => {
  const index = open()
  // Asked before it is finished: the thread ends with an error.
  await expect(index.tile({ zoom: 0, column: 0, row: 0 }, poiCategories)).rejects.toThrow(
    'before the index was finished',
  )
  await expect(index.finish()).rejects.toThrow('before the index was finished')
  expect(lost).toHaveLength(1)
})
