import 'maplibre-gl/dist/maplibre-gl.css'
// The only file that may import the library itself: it is loaded by `import()`, with a chunk of its own.
// oxlint-disable-next-line no-restricted-imports
import { setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

// Without its address MapLibre looks for the worker beside its own module, where a bundle has none: vector and GeoJSON
// sources then stay empty without a word, while raster tiles load.
setWorkerUrl(workerUrl)

/** Germany and its neighbours, for when the background's tiles cannot be loaded. */
export { outlines, towns, waters } from 'virtual:outlines'

/** MapLibre GL, for code that needs to draw. Import this module dynamically: it is larger than the rest of the app. */
// oxlint-disable-next-line no-restricted-imports
export {
  AttributionControl,
  GeoJSONSource,
  Map,
  NavigationControl,
  Popup,
  prewarm,
  ScaleControl,
  VectorTileSource,
} from 'maplibre-gl'
