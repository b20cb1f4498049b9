import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { widths } from './browser.ts'
import { colourAt, decode, type Picture, pictureOfMap } from './map-picture.ts'
import { leaveOutEveryCategory } from './map-screen.ts'
import { shareStories } from './stories.ts'
import { poiCategories } from '#contract/pois/pois.ts'
import { vectorTile } from '#server/tiles/vector-tile.ts'
import { type MapSymbol, type SymbolKind, symbolOf, symbolUnits } from '#web/map/look/symbols.ts'

/* What the map of POIs shows in its picture, pixel by pixel (specification, sections 3 and 9). */

const stories = shareStories('demo')
const karlsruhe = { latitude: 49.0069, longitude: 8.4037 }
/** The width of the world at zoom 0. */
const worldPx = 256
const metresAround = 40_075_016.686

test('each category has its own symbol and colour on the map; a POI without a category has the default symbol', async () => {
  const zoom = 16
  const kinds: readonly SymbolKind[] = [...poiCategories, 'own', null]
  const names = kinds.map((kind) => kind ?? 'ufo')
  /** Side by side through the map's middle. */
  const offsetPx = (index: number) => (index - (names.length - 1) / 2) * 80
  const degreesOfPx = 360 / (worldPx * 2 ** zoom)
  const placed = names.map((category, index) => ({
    category,
    ...karlsruhe,
    longitude: karlsruhe.longitude + offsetPx(index) * degreesOfPx,
  }))
  const { page } = await stories.enterDemo({ width: widths[1], at: null, looksAtMaps: true })
  await page.route('**/api/poi/tiles/**', (route) => {
    const [tileZoom = 0, column = 0, row = 0] = route.request().url().match(/\d+/g)?.slice(-3).map(Number) ?? []
    const body = Buffer.from(tileOf(placed, tileZoom, column, row))
    return route.fulfill({ contentType: 'application/x-protobuf', body })
  })
  await page.goto(`/pois#map=${zoom}/${karlsruhe.latitude}/${karlsruhe.longitude}`)
  await page.getByRole('checkbox', { name: /Unwetter/ }).uncheck()
  const drawings = await Promise.all(kinds.map((kind) => drawingOf(symbolOf(kind))))
  const seen = async () => {
    const picture = await pictureOfMap(page)
    return names.map((_, index) => {
      const cut = cutOut(picture, picture.width / 2 + offsetPx(index), picture.height / 2)
      const differences = drawings.map((drawing) => differenceOf(cut, drawing))
      return names[differences.indexOf(Math.min(...differences))]
    })
  }
  await expect.poll(seen).toEqual(names)
})

test('the radius of the list is drawn as a circle of that many kilometres around the middle of the map', async () => {
  const zoom = 12
  const { page } = await stories.enterDemo({
    width: widths[1],
    at: `/pois#map=${zoom}/${karlsruhe.latitude}/${karlsruhe.longitude}`,
    looksAtMaps: true,
  })
  await leaveOutEveryCategory(page)
  const metresPerPx = (metresAround * Math.cos((karlsruhe.latitude * Math.PI) / 180)) / (worldPx * 2 ** zoom)
  const radius = page.getByLabel('Umkreis um die Kartenmitte')
  /** How far the blue reaches from the middle, to the west, east, north and south. */
  const kilometres = async () => {
    const picture = await pictureOfMap(page)
    const [x, y] = [Math.round(picture.width / 2), Math.round(picture.height / 2)]
    return [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ].map(([east = 0, south = 0]) => {
      let px = 0
      while (isBlue(picture, x + px * east, y + px * south)) px += 1
      return (px * metresPerPx) / 1000
    })
  }
  await expect.poll(kilometres).toEqual([0, 0, 0, 0])
  for (const km of [2, 5]) {
    await radius.selectOption(String(km))
    // The line itself is drawn over the edge.
    const pxBeside = async () =>
      Math.max(...(await kilometres()).map((reach) => Math.abs(reach - km) * (1000 / metresPerPx)))
    await expect.poll(pxBeside).toBeLessThan(4)
  }
})

/** A tile as the server sends it, with those of the POIs that are in it or slightly outside it. */
function tileOf(
  pois: readonly { category: string; latitude: number; longitude: number }[],
  zoom: number,
  column: number,
  row: number,
): Uint8Array {
  const extent = mapLimits.tileExtent
  const features = pois.map(({ category, latitude, longitude }, index) => {
    const mercator = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI
    const x = (((longitude + 180) / 360) * 2 ** zoom - column) * extent
    const y = (((1 - mercator) / 2) * 2 ** zoom - row) * extent
    return { x: Math.round(x), y: Math.round(y), properties: { id: String(index), poiType: 'User', category } }
  })
  return vectorTile(
    features.filter(({ x, y }) => Math.abs(x - extent / 2) < extent && Math.abs(y - extent / 2) < extent),
  )
}

/** The map under it is a little more red than blue. */
function isBlue(picture: Picture, x: number, y: number): boolean {
  const [red, , blue] = colourAt(picture, x, y)
  return blue > red
}

/** Draws a symbol as described in the specification's table of categories, on the map's background. */
async function drawingOf({ colour, outline, picture, at }: MapSymbol): Promise<Picture> {
  const tokens = readFileSync('web/app/theme/tokens.css', 'utf8')
  const [, byDay = ''] = new RegExp(`${colour}: light-dark\\((#[0-9a-f]{6})`).exec(tokens) ?? []
  const strokes = picture.map((stroke) => `<path d="${stroke}"/>`).join('')
  return decode(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30" viewBox="0 0 ${symbolUnits} ${symbolUnits}">
      <path d="${outline}" fill="${byDay}"/>
      <g transform="translate(${at.x} ${at.y}) scale(${at.scale})" fill="none" stroke="white" stroke-width="2.4"
        stroke-linecap="round" stroke-linejoin="round">${strokes}</g></svg>`),
  )
}

/** Cuts out the part around a place, as large as the drawing of a symbol. */
function cutOut(picture: Picture, x: number, y: number): Picture {
  const side = 30
  const colours = new Uint8Array(3 * side * side)
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const colour = colourAt(picture, Math.round(x - side / 2) + column, Math.round(y - side / 2) + row)
      colours.set(colour, 3 * (row * side + column))
    }
  }
  return { width: side, height: side, colours }
}

/** The mean difference between the colours of two pictures of the same size. */
function differenceOf(one: Picture, other: Picture): number {
  return (
    one.colours.reduce((sum, value, index) => sum + Math.abs(value - (other.colours[index] ?? 0)), 0) /
    one.colours.length
  )
}
