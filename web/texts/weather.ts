import type { Heights } from '#contract/weather.ts'
import { formatNumber } from '#web/kit/formats.ts'

/** `nur oberhalb 600 m`, `nur zwischen 600 m und 1.000 m`; null where it holds at any height. */
export function heightsInWords({ aboveMetres, belowMetres }: Heights): string | null {
  if (aboveMetres === null && belowMetres === null) return null
  if (belowMetres === null) return `nur oberhalb ${metres(aboveMetres)}`
  if (aboveMetres === null) return `nur unterhalb ${metres(belowMetres)}`
  return `nur zwischen ${metres(aboveMetres)} und ${metres(belowMetres)}`
}

function metres(height: number | null): string {
  return `${formatNumber(height ?? 0)} m`
}
