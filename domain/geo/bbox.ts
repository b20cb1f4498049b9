import { latitude, longitude } from '#contract/base/place.ts'
import { type Box, boxesOnTheGlobe } from './geo.ts'

/**
 * A box as one text, `west,south,east,north` in degrees: how calls and links name an area. Longitudes are within ±180; if
 * the box crosses the antimeridian, the western one is the greater (RFC 7946, section 5.2).
 */
export function bboxOf(box: Box): string {
  const [first, second = first] = boxesOnTheGlobe(box)
  if (first === undefined || second === undefined) throw new RangeError('a box lies somewhere')
  // About a metre.
  return [first.west, first.south, second.east, first.north].map((degrees) => degrees.toFixed(5)).join()
}

/** The box of such a text, beyond 180 degrees if it crosses the antimeridian; or what is wrong with it, for people. */
export function readBbox(text: string): { box: Box } | { mistake: string } {
  const numbers = text.split(',').map((degrees) => (degrees.trim() === '' ? NaN : Number(degrees)))
  const [west = NaN, south = NaN, east = NaN, north = NaN] = numbers
  if (numbers.length !== 4 || numbers.some(Number.isNaN)) {
    return { mistake: 'Erwartet wird bbox=west,süd,ost,nord in Grad.' }
  }
  if (![west, east].every((degrees) => longitude.safeParse(degrees).success)) {
    return { mistake: 'Die Länge in bbox liegt zwischen -180 und 180 Grad.' }
  }
  if (![south, north].every((degrees) => latitude.safeParse(degrees).success)) {
    return { mistake: 'Die Breite in bbox liegt zwischen -90 und 90 Grad.' }
  }
  if (south > north) return { mistake: 'In bbox liegt die südliche Grenze nördlich der nördlichen.' }
  return { box: { west, south, east: west > east ? east + 360 : east, north } }
}
