import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { basemap } from '#contract/basemap/basemap.ts'
import type { Place } from '#contract/base/place.ts'
import type { BasemapArchive } from '#contract/config.ts'
import { type PlacedTile, tilePx, tilesAround } from '#domain/geo/tiles.ts'
import { archiveColours } from '#web/map/look/archive-colours.ts'
import type { MapTheme } from '#web/map/look/map-theme.ts'

/*
 * A still picture of the operator's own base map: a few layers of its tiles (Protomaps' schema 4), drawn by the browser's
 * own means in some milliseconds, where the map's program would take a phone a second.
 */

export interface PictureOfPlace {
  place: Place
  /** As tile servers count. */
  zoom: number
  archive: BasemapArchive
  /** CSS pixels. */
  size: { width: number; height: number }
  mapTheme: MapTheme
}

/** Draws the place in the middle of a canvas. What cannot be fetched stays land. */
export async function drawPicture(
  canvas: HTMLCanvasElement,
  { place, zoom, archive, size, mapTheme }: PictureOfPlace,
  signal: AbortSignal,
): Promise<void> {
  const tileZoom = Math.min(zoom, archive.maxZoom)
  const scale = 2 ** (zoom - tileZoom)
  const placed = tilesAround(place, tileZoom, { width: size.width / scale, height: size.height / scale })
  const tiles = await Promise.all(
    placed.map(async (at) => ({ at, tile: await fetchTile(archive, tileZoom, at, signal) })),
  )
  const brush = canvas.getContext('2d')
  if (signal.aborted || brush === null) return
  canvas.width = size.width * window.devicePixelRatio
  canvas.height = size.height * window.devicePixelRatio
  const colours = archiveColours[mapTheme]
  brush.fillStyle = colours.earth
  brush.fillRect(0, 0, canvas.width, canvas.height)
  brush.scale(window.devicePixelRatio, window.devicePixelRatio)
  brush.translate(size.width / 2, size.height / 2)
  brush.lineCap = 'round'
  brush.lineJoin = 'round'
  for (const part of partsOf(mapTheme, zoom)) {
    for (const { at, tile } of tiles) if (tile !== null) drawPart(brush, part, tile, at, scale)
  }
}

async function fetchTile(
  { version }: BasemapArchive,
  zoom: number,
  { x, y }: PlacedTile,
  signal: AbortSignal,
): Promise<VectorTile | null> {
  const numbers: Record<string, string> = { version, z: String(zoom), x: String(x), y: String(y) }
  const path = basemap.tile.path.replaceAll(/:(\w+)\b/g, (_, name: string) => numbers[name] ?? '')
  try {
    const response = await fetch(path, { signal })
    if (response.status !== 200) return null
    return new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer())))
  } catch {
    // Without a network, or the picture is no longer wanted.
    return null
  }
}

/** Features of a layer that are drawn the same. */
interface Part {
  layer: string
  /** Of their `kind`; null: all of them. */
  kinds: readonly string[] | null
  colour: string
  /** Of a line in CSS pixels; null: an area. */
  width: number | null
}

/** Bottom first. */
function partsOf(mapTheme: MapTheme, zoom: number): Part[] {
  const colours = archiveColours[mapTheme]
  const area = (layer: string, colour: string, kinds: readonly string[] | null): Part => ({
    layer,
    kinds,
    colour,
    width: null,
  })
  // Roads as wide as the map draws them at these zooms.
  const near = zoom >= 14
  const road = (kind: string, colour: string, edge: string, width: number): [edge: Part, road: Part] => [
    { layer: 'roads', kinds: [kind], colour: edge, width: width + 1.5 },
    { layer: 'roads', kinds: [kind], colour, width },
  ]
  const roads = [
    ...(near ? [road('path', colours.other, colours.earth, 1)] : []),
    road('minor_road', colours.minor_a, colours.minor_casing, near ? 4 : 0.8),
    road('major_road', colours.major, colours.major_casing_late, near ? 6 : 1.8),
    road('highway', colours.highway, colours.highway_casing_late, near ? 8 : 3),
  ]
  return [
    area('landuse', colours.park_a, [
      'park',
      'grass',
      'grassland',
      'meadow',
      'nature_reserve',
      'national_park',
      'golf_course',
    ]),
    area('landuse', colours.wood_a, ['wood', 'forest']),
    area('water', colours.water, null),
    { layer: 'water', kinds: ['river', 'canal', 'stream'], colour: colours.water, width: near ? 3 : 1.5 },
    ...(near ? [area('buildings', colours.buildings, null)] : []),
    { layer: 'roads', kinds: ['rail'], colour: colours.railway, width: 1 },
    // First all edges: where roads meet, none crosses another.
    ...roads.map(([edge]) => edge),
    ...roads.map(([, surface]) => surface),
  ]
}

const polygonType = 3
const lineType = 2

function drawPart(brush: CanvasRenderingContext2D, part: Part, tile: VectorTile, at: PlacedTile, scale: number): void {
  const layer = tile.layers[part.layer]
  if (layer === undefined) return
  const path = new Path2D()
  for (let index = 0; index < layer.length; index += 1) {
    const feature = layer.feature(index)
    if (!isOf(part, feature)) continue
    const unit = (tilePx * scale) / feature.extent
    for (const ring of feature.loadGeometry()) {
      for (const [corner, { x, y }] of ring.entries()) {
        const [left, top] = [at.left * scale + x * unit, at.top * scale + y * unit]
        if (corner === 0) path.moveTo(left, top)
        else path.lineTo(left, top)
      }
    }
  }
  if (part.width === null) {
    brush.fillStyle = part.colour
    brush.fill(path, 'evenodd')
    return
  }
  brush.strokeStyle = part.colour
  brush.lineWidth = part.width
  brush.stroke(path)
}

function isOf({ kinds, width }: Part, { type, properties }: VectorTileFeature): boolean {
  if (type !== (width === null ? polygonType : lineType)) return false
  return kinds === null || kinds.includes(String(properties['kind']))
}
