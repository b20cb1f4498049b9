import type { Place } from '#contract/base/place.ts'
import type { PlaceDirection, RouteSide } from '#contract/route-check/route-check.ts'
import { boxesOnTheGlobe, eastwardDegrees, metresPerDegree } from '#domain/geo/geo.ts'
import { type CorridorStretch, directionFor, type Leg } from './route.ts'

/** One time that a route passes a place. */
export interface Pass {
  alongMetres: number
  distanceMetres: number
  side: RouteSide
  direction: PlaceDirection
}

/** If two points are further apart along the route, the place is passed a second time. */
const samePassMetres = 500
/** Nearer than this (half a road and the error of a fix) the side would be a guess. */
const sideFromMetres = 15

/** How a route passes places. Made once for each route: a place is compared only with the legs around it, all of them numbers in a row. */
export interface Passing {
  /** Whether any leg comes so near to a place. */
  comesWithin(place: Place, metres: number): boolean
  /**
   * Each time that the route comes so near to a place, in the order of the ride.
   * @param watched the direction of travel that a camera watches; undefined if unknown.
   */
  eachPass(place: Place, metres: number, watched: number | undefined, take: (pass: Pass) => void): void
}

/** What is known of each leg, on a plane around its beginning, which is exact enough for its length. */
function numbersOf(legs: readonly Leg[]) {
  const each = (number: (leg: Leg) => number) => Float64Array.from(legs, number)
  const narrowings = each(({ from, to }) => Math.cos((((from.latitude + to.latitude) / 2) * Math.PI) / 180))
  const easts = each(({ from, to }) => eastwardDegrees(from.longitude, to.longitude)).map(
    (degrees, leg) => degrees * at(narrowings, leg),
  )
  const norths = each(({ from, to }) => to.latitude - from.latitude)
  return {
    longitudes: each(({ from }) => from.longitude),
    latitudes: each(({ from }) => from.latitude),
    narrowings,
    easts,
    norths,
    squareLengths: easts.map((east, leg) => east * east + at(norths, leg) * at(norths, leg)),
    starts: each(({ startMetres }) => startMetres),
    lengths: each(({ metres }) => metres),
  }
}

/** West, south, east and north of a box, and the first and last leg of what lies in it. */
const boxNumbers = 6

/** @param stretches with the corridor's boxes: beyond them no place is compared. */
export function passingOf(stretches: readonly CorridorStretch[]): Passing {
  const legs = stretches.flatMap((stretch) => stretch.legs)
  const { longitudes, latitudes, narrowings, easts, norths, squareLengths, starts, lengths } = numbersOf(legs)
  const boxes = boxesOf(stretches)

  /** Calls back for the legs that come so near, in order; until it answers true. */
  function eachNear(place: Place, metres: number, take: (leg: number, alongMetres: number, square: number) => boolean) {
    const most = (metres / metresPerDegree) ** 2
    for (let box = 0; box < boxes.length; box += boxNumbers) {
      if (place.latitude < at(boxes, box + 1) || place.latitude > at(boxes, box + 3)) continue
      if (place.longitude < at(boxes, box) || place.longitude > at(boxes, box + 2)) continue
      const end = at(boxes, box + 5)
      for (let leg = at(boxes, box + 4); leg < end; leg += 1) {
        const x = eastwardDegrees(at(longitudes, leg), place.longitude) * at(narrowings, leg)
        const y = place.latitude - at(latitudes, leg)
        const legX = at(easts, leg)
        const legY = at(norths, leg)
        const share = Math.min(1, Math.max(0, (x * legX + y * legY) / at(squareLengths, leg)))
        const beyondX = x - share * legX
        const beyondY = y - share * legY
        const square = beyondX * beyondX + beyondY * beyondY
        if (square > most) continue
        if (take(leg, at(starts, leg) + share * at(lengths, leg), square)) return
      }
    }
  }

  return {
    comesWithin(place, metres) {
      let comes = false
      eachNear(place, metres, () => (comes = true))
      return comes
    },

    eachPass(place, metres, watched, take) {
      // The nearest leg of a pass decides; of several equally near ones, the one that is ridden first.
      let nearest = -1
      let nearestAlong = 0
      let least = Infinity
      let previous = 0
      const finish = () => {
        const leg = legs[nearest]
        if (leg === undefined) return
        const distanceMetres = Math.sqrt(least) * metresPerDegree
        const side = distanceMetres < sideFromMetres ? 'on' : sideOf(leg, place)
        take({
          alongMetres: nearestAlong,
          distanceMetres,
          side,
          direction: directionFor(leg.course, watched),
        })
      }
      eachNear(place, metres, (leg, alongMetres, square) => {
        const isSame = nearest >= 0 && alongMetres - previous <= samePassMetres
        if (!isSame) finish()
        if (!isSame || square < least) {
          nearest = leg
          nearestAlong = alongMetres
          least = square
        }
        previous = alongMetres
        return false
      })
      finish()
    },
  }
}

function sideOf({ from, to }: Leg, place: Place): RouteSide {
  const [eastward, northward] = [eastwardDegrees(from.longitude, place.longitude), place.latitude - from.latitude]
  const [legEast, legNorth] = [eastwardDegrees(from.longitude, to.longitude), to.latitude - from.latitude]
  return legEast * northward - legNorth * eastward > 0 ? 'left' : 'right'
}

/** Where a box crosses the antimeridian it is two, one on each side. */
function boxesOf(stretches: readonly CorridorStretch[]): Float64Array {
  let first = 0
  const boxes = stretches.flatMap(({ box, legs }) => {
    const [begin, end] = [first, first + legs.length]
    first = end
    return boxesOnTheGlobe(box).flatMap((part) => [part.west, part.south, part.east, part.north, begin, end])
  })
  return Float64Array.from(boxes)
}

/** Plumbing: the index is within the row, which the type cannot say. */
const at = (row: Float64Array, index: number): number => row[index] ?? NaN
