import type { Map as MapLibreMap } from 'maplibre-gl'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { cameraZoom } from '#domain/geo/map.ts'
import { wantsNoMotion } from '#web/browser/motion.ts'
import { type Basemap, loadBase } from '#web/map/look/base-style.ts'
import { type MapTheme, repaint } from '#web/map/look/map-theme.ts'
import type { MapLibre } from './map-context.ts'
import { requestOf } from './own-tiles.ts'
import { resolveMapImage } from '#web/map/look/map-images.ts'
import { createHighContrastControl } from '#web/map/look/high-contrast-control.ts'
import { resolveSymbolImage } from '#web/map/look/symbol-images.ts'
import { mapLocale } from './texts.ts'

/** As MapLibre has it by default. Each picture on the way costs a phone as much as a movement of the map. */
const fadeMs = 300

/** What is settled when a map is built. */
export interface MapLook {
  /** What the map shows, for those who do not see it. */
  label: string
  basemap: Basemap
  mapTheme: MapTheme
  /** In a page that scrolls: one finger and the bare wheel scroll the page, not the map. */
  inScrollingPage: boolean
}

export interface BuiltMap {
  map: MapLibreMap
  maplibre: MapLibre
  /** The element that the map is drawn in. It is not in a page yet: the component that shows the map puts it there and calls `map.resize()`. */
  element: HTMLElement
  /** Layers can be added from then on. Fails if the style cannot be loaded: without it there is no map. */
  styled: Promise<void>
  /** Turns the background into another map theme, once the style is there. */
  paint(mapTheme: MapTheme): void
}

/** @throws if there is no WebGL, or the program could not be fetched. */
export async function buildMap(look: MapLook): Promise<BuiltMap> {
  const maplibre = await import('./maplibre.ts')
  const base = await loadBase(look.basemap, maplibre, wantsNoMotion() ? 0 : fadeMs)
  const element = document.createElement('div')
  const map = new maplibre.Map({
    container: element,
    style: base.style(look.mapTheme),
    maxZoom: cameraZoom(mapLimits.maxZoom),
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
  if (look.basemap.archive !== null || look.basemap.styleUrl === null)
    map.addControl(createHighContrastControl(), 'top-right')
  // In one corner they are above each other, however long the attribution is.
  map.addControl(new maplibre.AttributionControl({}), 'bottom-left')
  map.addControl(new maplibre.ScaleControl({ unit: 'metric' }), 'bottom-left')
  map.setMissingStyleImageResolver((id) => {
    resolveSymbolImage(map, id)
    resolveMapImage(map, id)
  })
  return { map, maplibre, element, styled: styleOf(map), paint: (mapTheme) => repaint(map, base.layers(mapTheme)) }
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
