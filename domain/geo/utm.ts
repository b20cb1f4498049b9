import type { Place } from '#contract/base/place.ts'
import { metresPerDegree } from './geo.ts'

/** Metres in the plane of ETRS89 / UTM zone 32 (EPSG:25832), which the offices use for all of Germany. */
export interface PlanePoint {
  east: number
  north: number
}

/** GRS 80 and the zone: its middle meridian, its scale there, and 500 km so that nothing is negative. */
const semiMajorAxis = 6_378_137
const flattening = 1 / 298.257222101
const middleMeridianDegrees = 9
const scale = 0.9996
const falseEasting = 500_000

const n = flattening / (2 - flattening)
const meridianRadius = (semiMajorAxis / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64)
const eccentricity = Math.sqrt(flattening * (2 - flattening))
/** Krüger's series to the third order: exact to a millimetre as far from the meridian as Germany reaches. */
const series = [
  n / 2 - (2 * n ** 2) / 3 + (5 * n ** 3) / 16,
  (13 * n ** 2) / 48 - (3 * n ** 3) / 5,
  (61 * n ** 3) / 240,
]

/** Where a place lies in the plane, in which neighbours can be told apart by metres. */
export function utm32Of({ latitude, longitude }: Place): PlanePoint {
  const sine = Math.sin(radians(latitude))
  const away = radians(longitude - middleMeridianDegrees)
  const conformal = Math.sinh(Math.atanh(sine) - eccentricity * Math.atanh(eccentricity * sine))
  const northward = Math.atan2(conformal, Math.cos(away))
  const eastward = Math.atanh(Math.sin(away) / Math.hypot(1, conformal))
  const sum = (term: (order: number) => number) =>
    series.reduce((total, factor, index) => total + factor * term(2 * (index + 1)), 0)
  return {
    east:
      falseEasting +
      scale * meridianRadius * (eastward + sum((order) => Math.cos(order * northward) * Math.sinh(order * eastward))),
    north:
      scale * meridianRadius * (northward + sum((order) => Math.sin(order * northward) * Math.cosh(order * eastward))),
  }
}

/** The place of a point in or near Germany, found by going on from its middle until it fits: to less than a millimetre. */
export function placeOfUtm32({ east, north }: PlanePoint): Place {
  let place = { latitude: 51, longitude: 10 }
  for (let round = 0; round < 20; round += 1) {
    const reached = utm32Of(place)
    place = {
      latitude: place.latitude + (north - reached.north) / metresPerDegree,
      longitude: place.longitude + (east - reached.east) / (metresPerDegree * Math.cos(radians(place.latitude))),
    }
  }
  return place
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
