import type { Place } from '#contract/base/place.ts'
import { dayMs } from '#contract/base/time-units.ts'

/** Where the sun stands, degrees: above the horizon, and from north, clockwise. */
export interface SunPosition {
  height: number
  bearing: number
}

/** Good to a few hundredths of a degree (Astronomical Almanac, low-precision formulas for the sun). */
export function sunPosition({ latitude, longitude }: Place, at: Date): SunPosition {
  const days = (at.getTime() - j2000Ms) / dayMs
  const anomaly = radians(357.528 + 0.985_600_3 * days)
  const ecliptic = radians(280.46 + 0.985_647_4 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly))
  const tilt = radians(23.439 - 0.000_000_4 * days)
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic))
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic))
  const hour = radians(280.460_618 + 360.985_647_4 * days + longitude) - ascension
  const north = radians(latitude)
  const up = Math.sin(north) * Math.sin(declination) + Math.cos(north) * Math.cos(declination) * Math.cos(hour)
  const eastward = -Math.cos(declination) * Math.sin(hour)
  const northward = Math.cos(north) * Math.sin(declination) - Math.sin(north) * Math.cos(declination) * Math.cos(hour)
  return { height: degrees(Math.asin(up)), bearing: (degrees(Math.atan2(eastward, northward)) + 360) % 360 }
}

/** The sun's upper edge at the horizon, with the usual refraction; degrees. */
export const horizonDegrees = -0.833

/** 2000-01-01, noon. */
const j2000Ms = 946_728_000_000
const radians = (angle: number) => (angle * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI
