import { mapLimits } from '#contract/limits/map-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { metresPerPx, tilePx } from './tiles.ts'

/** What a picture of the map shows: the place in its middle, and how near it is, as tile servers count. */
export interface PictureView {
  centre: Place
  zoom: number
}

/** In CSS pixels from the middle of a picture. */
export interface PicturePoint {
  x: number
  y: number
}

/** From here the whole of Europe is seen. */
const leastZoom = 3

/**
 * The view after one finger, or two, moved on the picture: what was under them stays under them. With two it comes as much
 * nearer as they went apart.
 * @param from where they were. @param to where they are: as many, in the same order.
 */
export function dragged(view: PictureView, from: readonly PicturePoint[], to: readonly PicturePoint[]): PictureView {
  const [start, end] = [middleOf(from), middleOf(to)]
  if (start === null || end === null || from.length !== to.length) return view
  const [apart, now] = [spanOf(from), spanOf(to)]
  const zoom = apart === 0 || now === 0 ? view.zoom : zoomWithin(view.zoom + Math.log2(now / apart))
  const held = shifted(worldShare(view.centre), start, view.zoom, 1)
  return { centre: placeAt(shifted(held, end, zoom, -1)), zoom }
}

/** @param steps nearer; negative: further away. */
export function zoomed(view: PictureView, steps: number): PictureView {
  return { ...view, zoom: zoomWithin(view.zoom + steps) }
}

/** A bar of a round length, and how long that is in the picture. @param mostPx it is no longer. */
export function scaleBar({ centre, zoom }: PictureView, mostPx: number): { metres: number; px: number } {
  const perPx = metresPerPx(centre.latitude, zoom)
  const power = 10 ** Math.floor(Math.log10(perPx * mostPx))
  const metres = power * ([5, 3, 2].find((times) => times * power <= perPx * mostPx) ?? 1)
  return { metres, px: metres / perPx }
}

function zoomWithin(zoom: number): number {
  return Math.min(mapLimits.maxZoom, Math.max(leastZoom, zoom))
}

function middleOf(points: readonly PicturePoint[]): PicturePoint | null {
  const [one, other = one] = points
  if (one === undefined || other === undefined) return null
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}

/** How far apart two fingers are; 0 of one. */
function spanOf([one, other]: readonly PicturePoint[]): number {
  return one === undefined || other === undefined ? 0 : Math.hypot(one.x - other.x, one.y - other.y)
}

/** Where a place is on the map of the world (Web Mercator), as shares of its width and height from the north-west. */
function worldShare({ latitude, longitude }: Place): PicturePoint {
  return {
    x: (longitude + 180) / 360,
    y: (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2,
  }
}

function shifted(share: PicturePoint, { x, y }: PicturePoint, zoom: number, direction: 1 | -1): PicturePoint {
  const world = tilePx * 2 ** zoom
  return { x: share.x + (direction * x) / world, y: share.y + (direction * y) / world }
}

function placeAt({ x, y }: PicturePoint): Place {
  // Beyond the antimeridian the world begins again; the north and the south have an end.
  const [east, south] = [x - Math.floor(x), Math.min(1, Math.max(0, y))]
  return {
    latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * south))) * 180) / Math.PI,
    longitude: east * 360 - 180,
  }
}
