import type { Place } from '#contract/place.ts'
import { dayMs } from '#contract/time-units.ts'

/** The sun's upper edge at the horizon, with the usual refraction; degrees. */
const horizonDegrees = -0.833

/** Whether the sun is up. Good to a few minutes (Astronomical Almanac, low-precision formulas for the sun). */
export function isDaylight({ latitude, longitude }: Place, at: Date): boolean {
  const days = (at.getTime() - j2000Ms) / dayMs
  const anomaly = radians(357.528 + 0.985_600_3 * days)
  const ecliptic = radians(280.46 + 0.985_647_4 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly))
  const tilt = radians(23.439 - 0.000_000_4 * days)
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic))
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic))
  const sidereal = radians(280.460_618 + 360.985_647_4 * days + longitude)
  const hour = sidereal - ascension
  const north = radians(latitude)
  const height = Math.asin(
    Math.sin(north) * Math.sin(declination) + Math.cos(north) * Math.cos(declination) * Math.cos(hour),
  )
  return height > radians(horizonDegrees)
}

/** 2000-01-01, noon. */
const j2000Ms = 946_728_000_000
const radians = (degrees: number) => (degrees * Math.PI) / 180
