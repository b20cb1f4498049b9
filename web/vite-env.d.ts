/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Base address of the API, set when the app is built; empty in production (specification, section 7). */
  readonly VITE_API_BASE?: string
}
