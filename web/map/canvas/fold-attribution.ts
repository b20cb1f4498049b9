import type { Map as MapLibreMap } from 'maplibre-gl'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'

/** How long the sources of a map are to be read before they fold (OpenStreetMap's attribution guidelines say 5 s). */
export const attributionMs = mapLimits.attributionSeconds * secondMs

/**
 * Folds the attribution of a narrow map to its button once it could be read, unless somebody moved the map before: then
 * MapLibre has folded it. After a tap it stays as tapped. A wide map has room for it. For a map that is in the page: one that
 * was built beforehand was drawn where nobody saw it.
 */
export function foldAttribution(map: MapLibreMap): void {
  const attribution = map.getContainer().querySelector('.maplibregl-ctrl-attrib')
  let timer: ReturnType<typeof setTimeout> | undefined
  const drawn = map.on('idle', () => {
    drawn.unsubscribe()
    timer = setTimeout(() => attribution?.classList.remove('maplibregl-compact-show'), attributionMs)
  })
  const leaveIt = () => {
    drawn.unsubscribe()
    clearTimeout(timer)
  }
  attribution?.addEventListener('click', leaveIt, { once: true })
  map.once('remove', leaveIt)
}
