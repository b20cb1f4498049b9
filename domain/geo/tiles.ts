import type { Place } from '#contract/base/place.ts'

/** Width and height of a raster tile, in CSS pixels. */
export const tilePx = 256
/** Around the earth, in Web Mercator (EPSG:3857). */
const equatorMetres = 2 * Math.PI * 6_378_137
/** No tile reaches further north or south (Web Mercator). */
const furthestLatitude = 85.0511

/** A tile, and where its upper left corner lies, in pixels from the middle of the picture. */
export interface PlacedTile {
  x: number
  y: number
  left: number
  top: number
}

/** The tiles of a picture of this size with a place in its middle. @param zoom as tile servers count. */
export function tilesAround(
  place: Place,
  zoom: number,
  { width, height }: { width: number; height: number },
): PlacedTile[] {
  const count = 2 ** zoom
  const middle = worldPx(place, count)
  const columns = rangeOf(middle.x, width)
  const rows = rangeOf(middle.y, height).filter((row) => row >= 0 && row < count)
  return rows.flatMap((row) =>
    columns.map((column) => ({
      // Beyond the antimeridian the world begins again.
      x: ((column % count) + count) % count,
      y: row,
      left: column * tilePx - middle.x,
      top: row * tilePx - middle.y,
    })),
  )
}

/** In which tile of a zoom a place lies, and where in it: 0 at its upper left corner, 1 at the lower right. */
export function tileWith(place: Place, zoom: number): { column: number; row: number; right: number; down: number } {
  const count = 2 ** zoom
  const { x, y } = onTheWorld(place)
  // The last place of the world still lies in its last tile.
  const within = (share: number) => Math.max(0, Math.min(count - 1, Math.floor(share * count)))
  const [column, row] = [within(x), within(y)]
  return { column, row, right: x * count - column, down: y * count - row }
}

/** Where in a tile something lies, as `tileWith` says it, as a place. */
export function placeIn(tile: { zoom: number; column: number; row: number }, right: number, down: number): Place {
  const count = 2 ** tile.zoom
  const south = (tile.row + down) / count
  return {
    latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * south))) * 180) / Math.PI,
    longitude: ((tile.column + right) / count) * 360 - 180,
  }
}

/** Where a place lies in such a picture, in pixels from its middle. */
export function offsetFrom(middle: Place, place: Place, zoom: number): { x: number; y: number } {
  const [from, to] = [worldPx(middle, 2 ** zoom), worldPx(place, 2 ** zoom)]
  return { x: to.x - from.x, y: to.y - from.y }
}

/** Metres on the ground under one pixel of a picture, at this latitude. @param zoom as tile servers count. */
export function metresPerPx(latitude: number, zoom: number): number {
  return (equatorMetres * Math.cos((latitude * Math.PI) / 180)) / (2 ** zoom * tilePx)
}

/** The tiles that reach into a length of the picture. */
function rangeOf(middle: number, length: number): number[] {
  const first = Math.floor((middle - length / 2) / tilePx)
  const last = Math.ceil((middle + length / 2) / tilePx) - 1
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function worldPx(place: Place, count: number): { x: number; y: number } {
  const { x, y } = onTheWorld(place)
  return { x: Math.round(x * count * tilePx), y: Math.round(y * count * tilePx) }
}

/** Shares of the world's width and height in Web Mercator, from its upper left corner. */
function onTheWorld({ latitude, longitude }: Place): { x: number; y: number } {
  const radians = (Math.max(-furthestLatitude, Math.min(furthestLatitude, latitude)) * Math.PI) / 180
  return { x: (longitude + 180) / 360, y: (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2 }
}
