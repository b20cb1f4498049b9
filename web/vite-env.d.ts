/// <reference types="vite/client" />

declare module 'virtual:outlines' {
  /** Of Germany and its neighbours, from Natural Earth (`run/outlines.ts`). */
  export const outlines: import('geojson').FeatureCollection<import('geojson').MultiPolygon>
  /** Their rivers (lines) and lakes (areas), from Natural Earth. */
  export const waters: import('geojson').FeatureCollection
  /** Their larger towns, each with `name` and `population`, from GeoNames. */
  export const towns: import('geojson').FeatureCollection<import('geojson').Point>
}

interface ImportMetaEnv {
  /** Base address of the API, set when the app is built; empty in production (specification, section 7). */
  readonly VITE_API_BASE?: string
}
