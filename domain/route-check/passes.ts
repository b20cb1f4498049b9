import type { Place } from '#contract/place.ts'
import type { PlaceDirection, RouteSide } from '#contract/route-check.ts'
import { boxesOnTheGlobe, eastwardDegrees } from '#domain/geo/geo.ts'
import { type CorridorStretch, directionFor, type Leg, metresPerDegree } from './route.ts'

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

/** What is known of a leg, on a plane around its beginning, which is exact enough for its length. */
const [longitude, latitude, narrowing, east, north, squareLength, startMetres, legMetres, legNumbers] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
]
/** West, south, east and north of a box, and the first and last leg of what lies in it. */
const boxNumbers = 6

/** @param stretches with the corridor's boxes: beyond them no place is compared. */
export function passingOf(stretches: readonly CorridorStretch[]): Passing {
  const legs = stretches.flatMap((stretch) => stretch.legs)
  const numbers = numbersOf(legs)
  const boxes = boxesOf(stretches)

  /** Calls back for the legs that come so near, in order; until it answers true. */
  function eachNear(place: Place, metres: number, take: (leg: number, alongMetres: number, square: number) => boolean) {
    const most = (metres / metresPerDegree) ** 2
    for (let box = 0; box < boxes.length; box += boxNumbers) {
      if (place.latitude < at(boxes, box + 1) || place.latitude > at(boxes, box + 3)) continue
      if (place.longitude < at(boxes, box) || place.longitude > at(boxes, box + 2)) continue
      const end = at(boxes, box + 5)
      for (let leg = at(boxes, box + 4); leg < end; leg += 1) {
        const first = leg * legNumbers
        const eastward = eastwardDegrees(at(numbers, first + longitude), place.longitude)
        const x = eastward * at(numbers, first + narrowing)
        const y = place.latitude - at(numbers, first + latitude)
        const [legX, legY] = [at(numbers, first + east), at(numbers, first + north)]
        const share = Math.min(1, Math.max(0, (x * legX + y * legY) / at(numbers, first + squareLength)))
        const square = (x - share * legX) ** 2 + (y - share * legY) ** 2
        if (square > most) continue
        if (take(leg, at(numbers, first + startMetres) + share * at(numbers, first + legMetres), square)) return
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
      let nearest = { leg: -1, alongMetres: 0, square: Infinity }
      let previous = 0
      const finish = () => {
        const leg = legs[nearest.leg]
        if (leg === undefined) return
        const distanceMetres = Math.sqrt(nearest.square) * metresPerDegree
        const side = distanceMetres < sideFromMetres ? 'on' : sideOf(leg, place)
        take({
          alongMetres: nearest.alongMetres,
          distanceMetres,
          side,
          direction: directionFor(leg.course, watched),
        })
      }
      eachNear(place, metres, (leg, alongMetres, square) => {
        const isSame = nearest.leg >= 0 && alongMetres - previous <= samePassMetres
        if (!isSame) finish()
        if (!isSame || square < nearest.square) nearest = { leg, alongMetres, square }
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

function numbersOf(legs: readonly Leg[]): Float64Array {
  const numbers = new Float64Array(legs.length * legNumbers)
  for (const [index, { from, to, ...leg }] of legs.entries()) {
    const scale = Math.cos((((from.latitude + to.latitude) / 2) * Math.PI) / 180)
    const x = eastwardDegrees(from.longitude, to.longitude) * scale
    const y = to.latitude - from.latitude
    numbers.set(
      [from.longitude, from.latitude, scale, x, y, x * x + y * y, leg.startMetres, leg.metres],
      index * legNumbers,
    )
  }
  return numbers
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
