import { poisLimits } from '#contract/pois/pois-limits.ts'

const kmhPerMph = 1.609344

/**
 * The limit in km/h in OpenStreetMap's `maxspeed`: its first number, whatever surrounds it. Null for "signals", "variable",
 * "none", for nothing, and for what cannot be a limit.
 */
export function speedLimitOf(maxspeed: string | undefined): number | null {
  const found = /(\d+(?:\.\d+)?)\s*(mph)?/i.exec(maxspeed ?? '')
  if (found === null) return null
  const speed = Math.round(Number(found[1]) * (found[2] === undefined ? 1 : kmhPerMph))
  return speed > 0 && speed <= poisLimits.highestSpeedKmh ? speed : null
}
