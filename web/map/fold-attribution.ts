import type { Map as MapLibreMap } from 'maplibre-gl'
import { mapLimits } from '#contract/map-limits.ts'
import { secondMs } from '#contract/time-units.ts'

/** How long the sources of a map are to be read before they fold (OpenStreetMap's attribution guidelines say 5 s). */
export const attributionMs = mapLimits.attributionSeconds * secondMs

/**
 * Folds the attribution of a narrow map to its button once it could be read, unless somebody moved the map before: then
 * MapLibre has folded it. A wide map has room for it.
 */
export function foldAttribution(map: MapLibreMap): void {
  map.once('idle', () => {
    const timer = setTimeout(() => {
      map.getContainer().querySelector('.maplibregl-ctrl-attrib')?.classList.remove('maplibregl-compact-show')
    }, attributionMs)
    map.once('remove', () => clearTimeout(timer))
  })
}
