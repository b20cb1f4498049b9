import type { Heights } from '#contract/weather.ts'
import { formatNumber } from '#web/kit/formats.ts'

/**
 * `Nur oberhalb 1.000 m: Sturm`. The heights stand in front, for nobody here knows how high a rider is: who reads it
 * decides whether it is for them.
 */
export function withHeights(heights: Heights, words: string): string {
  const between = heightsInWords(heights)
  return between === null ? words : `${between}: ${words}`
}

/** `Nur zwischen 600 m und 1.000 m`; null where it holds at any height. */
function heightsInWords({ aboveMetres, belowMetres }: Heights): string | null {
  if (aboveMetres === null && belowMetres === null) return null
  if (belowMetres === null) return `Nur oberhalb ${metres(aboveMetres)}`
  if (aboveMetres === null) return `Nur unterhalb ${metres(belowMetres)}`
  return `Nur zwischen ${metres(aboveMetres)} und ${metres(belowMetres)}`
}

function metres(height: number | null): string {
  return `${formatNumber(height ?? 0)} m`
}
