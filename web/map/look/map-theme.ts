import type { LayerSpecification, RasterLayerSpecification } from 'maplibre-gl'

/** How the background looks: as the page's theme, or with the strongest contrasts, to be read in bright sunlight. */
export type MapTheme = 'light' | 'dark' | 'sun'

type RasterPaint = NonNullable<RasterLayerSpecification['paint']>

/**
 * Pictures are drawn for daylight. At night light and dark change places, a minimum above the maximum, and half a turn of
 * the hue gives each colour its own back: water stays blue, and the names are the brightest on the map, but for the markers.
 */
export const rasterPaint: Record<MapTheme, RasterPaint> = {
  light: {
    'raster-brightness-min': 0,
    'raster-brightness-max': 1,
    'raster-hue-rotate': 0,
    'raster-saturation': -0.15,
    'raster-contrast': 0,
  },
  dark: {
    'raster-brightness-min': 0.97,
    'raster-brightness-max': 0.19,
    'raster-hue-rotate': 180,
    'raster-saturation': -0.6,
    'raster-contrast': 0.3,
  },
  sun: {
    'raster-brightness-min': 0,
    'raster-brightness-max': 1,
    'raster-hue-rotate': 0,
    'raster-saturation': 0.3,
    'raster-contrast': 0.4,
  },
}

interface Paintable {
  setPaintProperty(layer: string, property: string, value: unknown): unknown
}

/** Gives layers that a map has already the paint of these, which are the same layers in another map theme. */
export function repaint(map: Paintable, layers: readonly LayerSpecification[]): void {
  for (const { id, paint = {} } of layers) {
    for (const [property, value] of Object.entries(paint)) map.setPaintProperty(id, property, value)
  }
}
