import { mapLimits } from '#contract/limits/map-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { continued } from './geo.ts'

/*
 * Zoom numbers: the specification counts as tile servers do, whose tiles are 256 pixels wide. A vector map counts
 * 512-pixel tiles, so that its camera stands one lower for the same picture.
 */

const tileZoomsPerCameraZoom = 1
/** Width of the whole world at the camera's zoom 0, in CSS pixels. */
const worldPx = 512

/** The camera's zoom that shows what the specification calls `tileZoom`. */
export function cameraZoom(tileZoom: number): number {
  return tileZoom - tileZoomsPerCameraZoom
}

/** What the specification calls the camera's zoom. */
export function tileZoom(camera: number): number {
  return camera + tileZoomsPerCameraZoom
}

export interface ClusterBand {
  /** Inclusive, as the camera counts. */
  fromZoom: number
  /** Exclusive, as the camera counts. */
  toZoom: number
  radiusPx: number
}

/** How near markers must be to each other to become a cluster, by zoom (specification, section 9). */
export const clusterBands: readonly ClusterBand[] = clusterBandsOf(mapLimits)

function clusterBandsOf(map: typeof mapLimits): ClusterBand[] {
  const middle = cameraZoom(map.clusterRadiusFar.belowZoom)
  const near = cameraZoom(map.clusterRadiusMiddle.belowZoom)
  return [
    { fromZoom: 0, toZoom: middle, radiusPx: map.clusterRadiusFar.px },
    { fromZoom: middle, toZoom: near, radiusPx: map.clusterRadiusMiddle.px },
    { fromZoom: near, toZoom: cameraZoom(map.maxZoom) + 1, radiusPx: map.clusterRadiusNear.px },
  ]
}

/** The nearest zoom of tiles, as the camera counts, at which markers are clustered. */
export const lastClusteredZoom = cameraZoom(mapLimits.singleMarkersFromZoom) - 1

/** How near markers must be to become a cluster in a tile of 512 pixels shown from the camera's `zoom` on. */
export function clusterRadiusPx(zoom: number): number {
  const band = clusterBands.find(({ fromZoom, toZoom }) => fromZoom <= zoom && zoom < toZoom)
  if (band === undefined || zoom > lastClusteredZoom) throw new RangeError(`nothing is clustered at zoom ${zoom}`)
  return band.radiusPx
}

/** Diameter in pixels of a cluster that stands for `count` markers. */
export function clusterSizePx(count: number): number {
  const size = mapLimits.clusterSizes.findLast(({ moreThan }) => count > moreThan) ?? mapLimits.clusterSizes[0]
  return size.px
}

/** Where a click on a cluster leads: two zooms nearer, never further than 18, never back out. */
export function zoomIntoCluster(camera: number): number {
  const furthest = cameraZoom(mapLimits.clusterMaxZoom)
  return Math.max(camera, Math.min(camera + mapLimits.clusterZoomStep, furthest))
}

/** Parts of a cluster's ring: eighths of it for each share, at least one for whatever is there, eight in all. */
export function ringEighths(shares: readonly number[]): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0)
  if (total === 0) return shares.map(() => 0)
  const eighths = shares.map((share) => (share === 0 ? 0 : Math.max(1, Math.round((share / total) * 8))))
  let surplus = eighths.reduce((sum, part) => sum + part, 0) - 8
  while (surplus !== 0) {
    const greatest = eighths.indexOf(Math.max(...eighths))
    eighths[greatest] = (eighths[greatest] ?? 0) - Math.sign(surplus)
    surplus -= Math.sign(surplus)
  }
  return eighths
}

/** A numbered marker to be shown. */
export interface ReadableMarker {
  /** Of its place. */
  index: number
  /** How far east of its place it stands, in CSS pixels. */
  asidePx: number
}

/**
 * Which of many numbered places can be read at a zoom: the first and the last always, then every one in order that
 * keeps its distance from all before it. Where a round trip ends where it began, the two ends stand side by side.
 * @returns in the order of `places`.
 */
export function readableMarkers(places: readonly Place[], camera: number, spacingPx: number): ReadableMarker[] {
  const points = continued(places).map((place) => worldPoint(place, camera))
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return []
  if (points.length === 1) return [{ index: 0, asidePx: 0 }]

  const asidePx = halfMissingPx(first, last, spacingPx)
  const taken = occupiedSquares(spacingPx)
  taken.add(aside(first, asidePx))
  taken.add(aside(last, -asidePx))
  const between = range(1, points.length - 1).filter((index) => {
    const point = points[index]
    if (point === undefined || taken.near(point)) return false
    taken.add(point)
    return true
  })
  return [
    { index: 0, asidePx },
    ...between.map((index) => ({ index, asidePx: 0 })),
    { index: points.length - 1, asidePx: -asidePx },
  ]
}

/** How far east the one has to step, and the other west, so that neither hides the other; negative: the one west. */
function halfMissingPx(one: WorldPoint, other: WorldPoint, spacingPx: number): number {
  const [east, south] = [one.x - other.x, Math.abs(one.y - other.y)]
  if (Math.abs(east) >= spacingPx || south >= spacingPx) return 0
  const missing = (spacingPx - Math.abs(east)) / 2
  return east > 0 ? missing : -missing
}

function aside({ x, y }: WorldPoint, eastPx: number): WorldPoint {
  return { x: x + eastPx, y }
}

/** A place on the world's map at a zoom, in CSS pixels from its north-west corner (Web Mercator). */
export function worldPoint(place: Place, camera: number): WorldPoint {
  const size = worldPx * 2 ** camera
  const sine = Math.sin((place.latitude * Math.PI) / 180)
  return {
    x: ((place.longitude + 180) / 360) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  }
}

export interface WorldPoint {
  x: number
  y: number
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset)
}

/** Remembers points in squares as wide as the spacing: what is too near lies in a point's own square or beside it. */
function occupiedSquares(spacing: number) {
  const points = new Map<number, WorldPoint[]>()
  const squareOf = (point: WorldPoint, east: number, south: number) =>
    (Math.floor(point.x / spacing) + east) * 2 ** 26 + Math.floor(point.y / spacing) + south
  const hides = (one: WorldPoint, other: WorldPoint) =>
    Math.abs(one.x - other.x) < spacing && Math.abs(one.y - other.y) < spacing

  return {
    add(point: WorldPoint) {
      const square = squareOf(point, 0, 0)
      const here = points.get(square)
      if (here) here.push(point)
      else points.set(square, [point])
    },
    near(point: WorldPoint): boolean {
      return neighbours.some(([east, south]) =>
        points.get(squareOf(point, east, south))?.some((other) => hides(point, other)),
      )
    },
  }
}

const neighbours = [-1, 0, 1].flatMap((east) => [-1, 0, 1].map((south) => [east, south] as const))
