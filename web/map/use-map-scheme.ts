import { useComputedColorScheme } from '@mantine/core'
import type { Scheme } from './base-style.ts'

/** The page's present theme, known from the first picture on: no map is part of a page made beforehand. */
export function useMapScheme(): Scheme {
  return useComputedColorScheme('light', { getInitialValueInEffect: false })
}
