import { useSyncExternalStore } from 'react'
import type { MapTheme } from './map-theme.ts'
import { isHighContrast, onHighContrast } from './high-contrast.ts'

const dark = '(prefers-color-scheme: dark)'

/** The page's present theme, known from the first picture on: no map is part of a page made beforehand. */
export function useMapScheme(): 'light' | 'dark' {
  return useSyncExternalStore(onScheme, () => (window.matchMedia(dark).matches ? 'dark' : 'light'))
}

function onScheme(changed: () => void): () => void {
  const query = window.matchMedia(dark)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** The map's present map theme: that of the theme, unless the sun shines. */
export function useMapTheme(): MapTheme {
  const scheme = useMapScheme()
  return useSyncExternalStore(onHighContrast, isHighContrast) ? 'sun' : scheme
}
