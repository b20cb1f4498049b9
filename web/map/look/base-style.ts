import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { mapLimits } from '#contract/limits/map-limits.ts'
import type { ProductConfig } from '#contract/config.ts'
import { linkedAttribution } from '#web/map/canvas/attribution.ts'
import { type Drawn, drawnLayers, drawnSources } from '#web/map/pictures/drawn-background.ts'
import { type MapTheme, rasterPaint } from './map-theme.ts'

export type Basemap = ProductConfig['map']

/** The source and the layer of the raster tiles. */
export const basemapId = 'basemap'

/** The lowest part of the map, without what a map theme changes: a style, or the address of somebody else's. */
export interface Base {
  style(mapTheme: MapTheme): StyleSpecification | string
  /** Those that a change of the map theme repaints; none of somebody else's style. */
  layers(mapTheme: MapTheme): LayerSpecification[]
}

/** What is above the drawn background. */
interface Tiles {
  sources: StyleSpecification['sources']
  layers(mapTheme: MapTheme): LayerSpecification[]
}

/**
 * What is below everything on the map: the operator's own archive, a style from elsewhere, or raster tiles; in this order,
 * whichever is set. Below tiles, land and towns are drawn, for where tiles are missing.
 * Without `glyphs`: text is drawn with fonts that the browser has, and none is fetched from anywhere.
 * @param fadeMs how long tiles that arrive, and colours that change, fade. Somebody else's style says that itself.
 */
export async function loadBase(basemap: Basemap, drawn: Drawn, fadeMs: number): Promise<Base> {
  if (basemap.archive !== null) {
    return baseOf(drawn, await archiveTiles(basemap.archive, basemap.tileAttribution), fadeMs)
  }
  const { styleUrl } = basemap
  if (styleUrl !== null) return { style: () => styleUrl, layers: () => [] }
  return baseOf(drawn, rasterTiles(basemap, fadeMs), fadeMs)
}

function baseOf(drawn: Drawn, tiles: Tiles, fadeMs: number): Base {
  const layers = (mapTheme: MapTheme) => [...drawnLayers(mapTheme), ...tiles.layers(mapTheme)]
  return {
    layers,
    style: (mapTheme) => ({
      version: 8,
      sources: { ...drawnSources(drawn), ...tiles.sources },
      layers: layers(mapTheme),
      transition: { duration: fadeMs, delay: 0 },
    }),
  }
}

async function archiveTiles(archive: NonNullable<Basemap['archive']>, attribution: string): Promise<Tiles> {
  const { archiveId, archiveLayers, archiveSource } = await import('#web/map/pictures/archive-background.ts')
  const source = archiveSource(archive, window.location.origin, linkedAttribution(attribution))
  return { sources: { [archiveId]: source }, layers: archiveLayers }
}

function rasterTiles({ tileUrl, tileAttribution }: Basemap, fadeMs: number): Tiles {
  return {
    sources: {
      [basemapId]: {
        type: 'raster',
        tiles: [tileUrl],
        tileSize: 256,
        maxzoom: mapLimits.maxZoom,
        attribution: linkedAttribution(tileAttribution),
      },
    },
    layers: (mapTheme) => [
      {
        id: basemapId,
        type: 'raster',
        source: basemapId,
        paint: { ...rasterPaint[mapTheme], 'raster-fade-duration': fadeMs },
      },
    ],
  }
}
