import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature, Geometry } from 'geojson'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { writeArchive } from './pmtiles.ts'

/** Layers with the names and properties of Protomaps' tiles, schema 4. */
export type Layers = Readonly<Record<string, readonly Feature[]>>

const { latitude: middle, longitude: centre } = mapLimits.centre
const bounds = [centre - 0.3, middle - 0.2, centre + 0.3, middle + 0.2] as const
const maxZoom = 14

/**
 * An archive of a made-up country around Karlsruhe: land, a river, a lake, a wood, a town of ring roads and avenues, a
 * motorway and a federal road, with names that differ between German and the language of the country.
 */
export function sampleArchive(): Buffer {
  return archiveOf(sampleLayers(), bounds)
}

/** Cuts layers into the tiles of an archive. */
export function archiveOf(layers: Layers, area: readonly [number, number, number, number], deepest = maxZoom): Buffer {
  const cut = Object.entries(layers).map(([name, features]) => ({
    name,
    index: new GeoJSONVT(
      { type: 'FeatureCollection', features: [...features] },
      { maxZoom: deepest, indexMaxZoom: deepest, indexMaxPoints: 0 },
    ),
  }))
  const tiles = addressesIn(area, deepest).flatMap(({ zoom, column, row }) => {
    const found: Record<string, GeoJSONVTTile> = {}
    for (const { name, index } of cut) {
      const tile = index.getTile(zoom, column, row)
      if (tile !== null && tile !== undefined) found[name] = tile
    }
    if (Object.keys(found).length === 0) return []
    return [{ zoom, column, row, content: fromGeojsonVt(found, { version: 2, extent: mapLimits.tileExtent }) }]
  })
  return writeArchive({ tiles, bounds: area })
}

function addressesIn([west, south, east, north]: readonly [number, number, number, number], deepest: number) {
  return Array.from({ length: deepest + 1 }, (_, zoom) => {
    const columns = span(columnOf(west, zoom), columnOf(east, zoom))
    const rows = span(rowOf(north, zoom), rowOf(south, zoom))
    return columns.flatMap((column) => rows.map((row) => ({ zoom, column, row })))
  }).flat()
}

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function columnOf(longitude: number, zoom: number): number {
  return Math.floor(((longitude + 180) / 360) * 2 ** zoom)
}

function rowOf(latitude: number, zoom: number): number {
  const mercator = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI
  return Math.floor(((1 - mercator) / 2) * 2 ** zoom)
}

type Properties = Record<string, string | number | boolean>

function sampleLayers(): Layers {
  const [west, south, east, north] = bounds
  const land = rectangle(west, south, east, north)
  const rings = [0.008, 0.016, 0.026].map((radius, index) =>
    road(circle(radius), index === 2 ? 'major_road' : 'minor_road', index === 2 ? 5 : 12, {
      name: `Ring ${index + 1}`,
      'name:de': `${index + 1}. Ring`,
      ...(index === 2 && { shield_text: 'B10', network: 'other' }),
    }),
  )
  const avenues = Array.from({ length: 12 }, (_, index) => {
    const angle = (index * Math.PI) / 6
    return road([at(0.002, angle), at(0.05, angle)], index % 3 === 0 ? 'major_road' : 'minor_road', 9, {
      name: `Avenue ${index + 1}`,
      'name:de': `${index + 1}. Allee`,
      ...(index === 3 && { shield_text: 'L561', network: 'other' }),
    })
  })
  const motorway = road(wave(0.06, south, north), 'highway', 3, { shield_text: 'A5', network: 'other' })
  return {
    earth: [shape(land, { kind: 'earth', min_zoom: 0 })],
    landuse: [
      shape(rectangle(centre - 0.05, middle + 0.03, centre + 0.03, middle + 0.12), { kind: 'forest', min_zoom: 4 }),
      shape(polygon(circle(0.03)), { kind: 'residential', min_zoom: 6 }),
    ],
    water: [
      shape(rectangle(centre + 0.09, middle - 0.06, centre + 0.13, middle - 0.03), {
        kind: 'lake',
        name: 'Sample Lake',
        'name:de': 'Mustersee',
        min_zoom: 5,
      }),
      shape(line(wave(-0.09, south, north)), { kind: 'river', name: 'Rhin', 'name:de': 'Rhein', min_zoom: 6 }),
    ],
    roads: [motorway, ...rings, ...avenues],
    boundaries: [shape(line(wave(-0.09, south, north)), { kind: 'country', kind_detail: 2, min_zoom: 0 })],
    places: [
      place(centre, middle, 'Carlsruhe', 'Karlsruhe', 11),
      place(centre + 0.11, middle + 0.05, 'Sampleton', 'Musterhausen', 8),
    ],
  }
}

function shape(geometry: Geometry, properties: Properties): Feature {
  return { type: 'Feature', geometry, properties }
}

function road(coordinates: number[][], kind: string, minZoom: number, properties: Properties): Feature {
  return shape(line(coordinates), { kind, kind_detail: kind, min_zoom: minZoom, ...properties })
}

function place(longitude: number, latitude: number, name: string, german: string, rank: number): Feature {
  return shape(
    { type: 'Point', coordinates: [longitude, latitude] },
    { kind: 'locality', name, 'name:de': german, population_rank: rank, min_zoom: 4 },
  )
}

function line(coordinates: number[][]): Geometry {
  return { type: 'LineString', coordinates }
}

function polygon(ring: number[][]): Geometry {
  return { type: 'Polygon', coordinates: [ring] }
}

function rectangle(west: number, south: number, east: number, north: number): Geometry {
  return polygon([
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ])
}

/** So many degrees from the middle, in a direction; a degree of latitude is longer than one of longitude. */
function at(degrees: number, angle: number): number[] {
  return [centre + degrees * Math.cos(angle), middle + 0.66 * degrees * Math.sin(angle)]
}

function circle(degrees: number): number[][] {
  return Array.from({ length: 49 }, (_, index) => at(degrees, ((index % 48) * Math.PI) / 24))
}

function wave(offset: number, south: number, north: number): number[][] {
  return Array.from({ length: 41 }, (_, index) => {
    const latitude = south + ((north - south) * index) / 40
    return [centre + offset + 0.012 * Math.sin(index / 4), latitude]
  })
}
