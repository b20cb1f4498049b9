import type { Instant } from '#contract/base/place.ts'
import type { Heights } from '#contract/weather.ts'
import { formatDayTime, formatNumber } from '#web/texts/formats.ts'

/**
 * `Nur oberhalb 1.000 m: Sturm`. The heights come first, because the product does not know how high up a rider is: the
 * reader decides whether the warning applies.
 */
export function withHeights(heights: Heights, words: string): string {
  const between = heightsInWords(heights)
  return between === null ? words : `${between}: ${words}`
}

/** `bis 21.11.2026, 18:00`, with the beginning if that is in the future. */
export function validityInWords(validFrom: Instant, validUntil: Instant | null, now: Date): string {
  const end = validUntil === null ? 'bis auf Widerruf' : `bis ${formatDayTime(validUntil)}`
  return Date.parse(validFrom) > now.getTime() ? `ab ${formatDayTime(validFrom)} ${end}` : end
}

/** `Nur zwischen 600 m und 1.000 m`; null if it holds at any height. */
function heightsInWords({ aboveMetres, belowMetres }: Heights): string | null {
  if (aboveMetres === null && belowMetres === null) return null
  if (belowMetres === null) return `Nur oberhalb ${metres(aboveMetres)}`
  if (aboveMetres === null) return `Nur unterhalb ${metres(belowMetres)}`
  return `Nur zwischen ${metres(aboveMetres)} und ${metres(belowMetres)}`
}

function metres(height: number | null): string {
  return `${formatNumber(height ?? 0)} m`
}
