import type { GeoJSON } from 'geojson'
import type { LayerSpecification, RasterLayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { ProductConfig } from '#contract/product.ts'
import { limits } from '#contract/limits.ts'

export type Basemap = ProductConfig['map']
export type Scheme = 'light' | 'dark'

/** The source and the layer of the raster tiles. */
export const basemapId = 'basemap'
/** Below them, for where they cannot be had. */
const outlineId = 'outline'
const seaId = 'sea'
const landId = 'outline-land'
const borderId = 'outline-border'

/**
 * What lies under everything else: the address of a vector style, or a style of the raster tiles alone.
 * Without `glyphs`, so that text is drawn with local fonts and no font is fetched from anywhere.
 */
export function baseStyle(basemap: Basemap, scheme: Scheme, outlines: GeoJSON): StyleSpecification | string {
  if (basemap.styleUrl !== null) return basemap.styleUrl
  return {
    version: 8,
    sources: {
      [outlineId]: { type: 'geojson', data: outlines, attribution: 'Umrisse: Natural Earth' },
      [basemapId]: {
        type: 'raster',
        tiles: [basemap.tileUrl],
        tileSize: 256,
        maxzoom: limits.map.maxZoom,
        attribution: linkedAttribution(basemap.tileAttribution),
      },
    },
    layers: [
      ...outlineLayers(scheme),
      { id: basemapId, type: 'raster', source: basemapId, paint: rasterPaint[scheme] },
    ],
  }
}

function outlineLayers(scheme: Scheme): LayerSpecification[] {
  const { sea, land, border } = outlineColours[scheme]
  return [
    { id: seaId, type: 'background', paint: { 'background-color': sea } },
    { id: landId, type: 'fill', source: outlineId, paint: { 'fill-color': land } },
    { id: borderId, type: 'line', source: outlineId, paint: { 'line-color': border, 'line-width': 1.5 } },
  ]
}

const outlineColours: Record<Scheme, { sea: string; land: string; border: string }> = {
  light: { sea: '#dfe6ec', land: '#f1f0ea', border: '#9aa3ae' },
  dark: { sea: '#14181d', land: '#22272e', border: '#59626e' },
}

/** Tiles are drawn for daylight. At night they are turned down, so that the markers are the brightest on the map. */
const rasterPaint: Record<Scheme, NonNullable<RasterLayerSpecification['paint']>> = {
  light: { 'raster-brightness-max': 1, 'raster-saturation': -0.15, 'raster-contrast': 0 },
  dark: { 'raster-brightness-max': 0.38, 'raster-saturation': -0.6, 'raster-contrast': 0.1 },
}

interface Paintable {
  setPaintProperty(layer: string, property: string, value: unknown): unknown
}

/** Turns a map that has the base style of one theme into one of the other. */
export function paintBase(map: Paintable, scheme: Scheme): void {
  const { sea, land, border } = outlineColours[scheme]
  map.setPaintProperty(seaId, 'background-color', sea)
  map.setPaintProperty(landId, 'fill-color', land)
  map.setPaintProperty(borderId, 'line-color', border)
  const tiles = rasterPaint[scheme]
  map.setPaintProperty(basemapId, 'raster-brightness-max', tiles['raster-brightness-max'])
  map.setPaintProperty(basemapId, 'raster-saturation', tiles['raster-saturation'])
  map.setPaintProperty(basemapId, 'raster-contrast', tiles['raster-contrast'])
}

const copyrightPage = 'https://www.openstreetmap.org/copyright'

/** OpenStreetMap asks that its name leads to its licence; a plain-text setting is made to do so. */
export function linkedAttribution(attribution: string): string {
  if (attribution.includes('<a') || !attribution.includes('OpenStreetMap')) return attribution
  return `<a href="${copyrightPage}" target="_blank" rel="noopener">${attribution}</a>`
}
