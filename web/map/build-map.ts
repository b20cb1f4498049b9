import type { Map as MapLibreMap } from 'maplibre-gl'
import { limits } from '#contract/limits.ts'
import { cameraZoom } from '#domain/map.ts'
import { type Basemap, baseStyle, type Scheme } from './base-style.ts'
import type { MapLibre } from './map-context.ts'
import { requestOf } from './own-tiles.ts'
import { resolveSymbolImage } from './symbol-images.ts'
import { mapLocale } from './texts.ts'

/** What is settled when a map is built. */
export interface MapLook {
  /** What the map shows, for those who do not see it. */
  label: string
  basemap: Basemap
  scheme: Scheme
  /** In a page that scrolls: one finger and the bare wheel scroll the page, not the map. */
  inScrollingPage: boolean
}

export interface BuiltMap {
  map: MapLibreMap
  maplibre: MapLibre
  /** What the map is drawn in. It stands nowhere yet: who shows the map puts it into the page and calls `map.resize()`. */
  element: HTMLElement
  /** Layers can be added from then on. Fails where the style cannot be had: without it there is no map. */
  styled: Promise<void>
}

/** @throws where there is no WebGL, or the program could not be fetched. */
export async function buildMap(look: MapLook): Promise<BuiltMap> {
  const maplibre = await import('./maplibre.ts')
  const element = document.createElement('div')
  const map = new maplibre.Map({
    container: element,
    style: baseStyle(look.basemap, look.scheme, maplibre.outlines),
    maxZoom: cameraZoom(limits.map.maxZoom),
    locale: { ...mapLocale, 'Map.Title': look.label },
    attributionControl: false,
    cooperativeGestures: look.inScrollingPage,
    // North stays up: a turned map is read wrongly, and nobody here needs one.
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    transformRequest: requestOf,
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new maplibre.NavigationControl({ showCompass: false }), 'top-right')
  // In one corner they stand above each other, however long the attribution is.
  map.addControl(new maplibre.AttributionControl({ compact: false }), 'bottom-left')
  map.addControl(new maplibre.ScaleControl({ unit: 'metric' }), 'bottom-left')
  map.setMissingStyleImageResolver((id) => resolveSymbolImage(map, id))
  return { map, maplibre, element, styled: styleOf(map) }
}

/** Before the style has come there are no tiles that could fail: an error until then is the style's. */
function styleOf(map: MapLibreMap): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = map.on('error', ({ error }) => reject(error))
    map.once('style.load', () => {
      failed.unsubscribe()
      resolve()
    })
  })
}
