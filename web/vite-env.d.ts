/// <reference types="vite/client" />

declare module 'virtual:outlines' {
  /** Of Germany and its neighbours, from Natural Earth (`run/outlines.ts`). */
  export const outlines: import('geojson').FeatureCollection<import('geojson').MultiPolygon>
}

interface ImportMetaEnv {
  /** Base address of the API, set when the app is built; empty in production (specification, section 7). */
  readonly VITE_API_BASE?: string
}
