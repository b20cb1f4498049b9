import type { LayerSpecification, RasterLayerSpecification } from 'maplibre-gl'

/** How the background looks: as the page's theme, or with the strongest contrasts, to be read in bright sunlight. */
export type Flavour = 'light' | 'dark' | 'sun'

type RasterPaint = NonNullable<RasterLayerSpecification['paint']>

/** Pictures are drawn for daylight. At night they are turned down, so that the markers are the brightest on the map. */
export const rasterPaint: Record<Flavour, RasterPaint> = {
  light: { 'raster-brightness-max': 1, 'raster-saturation': -0.15, 'raster-contrast': 0 },
  dark: { 'raster-brightness-max': 0.38, 'raster-saturation': -0.6, 'raster-contrast': 0.1 },
  sun: { 'raster-brightness-max': 1, 'raster-saturation': 0.3, 'raster-contrast': 0.4 },
}

interface Paintable {
  setPaintProperty(layer: string, property: string, value: unknown): unknown
}

/** Gives layers that a map has already the paint of these, which are the same layers in another flavour. */
export function repaint(map: Paintable, layers: readonly LayerSpecification[]): void {
  for (const { id, paint = {} } of layers) {
    for (const [property, value] of Object.entries(paint)) map.setPaintProperty(id, property, value)
  }
}
