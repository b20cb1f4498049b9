import { useComputedColorScheme } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import type { Flavour } from './flavour.ts'
import { isSunMap, onSunMap } from './sun-map.ts'

/** The page's present theme, known from the first picture on: no map is part of a page made beforehand. */
export function useMapScheme(): 'light' | 'dark' {
  return useComputedColorScheme('light', { getInitialValueInEffect: false })
}

/** The map's present flavour: that of the theme, unless the sun shines. */
export function useFlavour(): Flavour {
  const scheme = useMapScheme()
  return useSyncExternalStore(onSunMap, isSunMap) ? 'sun' : scheme
}
