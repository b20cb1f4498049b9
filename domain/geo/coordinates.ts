import type { Place } from '#contract/base/place.ts'

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i

/** A place from two texts in degrees with a decimal point; null if they are none, or are not on earth. */
export function coordinates(latitude: string | undefined, longitude: string | undefined): Place | null {
  const north = degrees(latitude, 90)
  const east = degrees(longitude, 180)
  return north === null || east === null ? null : { latitude: north, longitude: east }
}

function degrees(text: string | undefined, most: number): number | null {
  const written = text?.trim() ?? ''
  const value = decimal.test(written) ? Number(written) : NaN
  return Math.abs(value) <= most ? value + 0 : null
}
