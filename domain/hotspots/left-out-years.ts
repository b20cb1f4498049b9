import { hotspotsServerLimits } from '#contract/limits/hotspots-limits.ts'
import type { PlanePoint } from '#domain/geo/utm.ts'
import { fieldOfPlaces, visitNear } from './accident-field.ts'
import { countOfYears, isMotorcycle, type KnownAccidents } from './accidents.ts'
import { chooseHotspots, type Recalibrations } from './choose-hotspots.ts'
import { estimate, radiusMetres } from './expected-accidents.ts'
import { asEstimated, learntFrom, type LeftOutPlace } from './recalibration.ts'
import { partOf } from './search-steps.ts'

/**
 * Learns what an estimate is worth: a known year is left out, places are chosen from the others, and what came at them in
 * that year is counted. The last year is the first, then those before it, until enough has come. What is known for one year
 * only tells nothing.
 * @yields {number} the share that is done, 0 to 1.
 */
export function* learnRecalibrations(known: KnownAccidents): Generator<number, Recalibrations> {
  const all = known.knownYears.reduce((years, each) => (countOfYears(each) > 1 ? years | each : years), 0)
  const { years: most, enoughLearnt } = hotspotsServerLimits
  const years = Array.from({ length: most }, (_, before) => most - 1 - before).filter((year) => isIn(all, year))
  const places: (LeftOutPlace & { builtUp: boolean })[] = []
  for (const [position, year] of years.entries()) {
    const left = leftOut(known, year)
    places.push(...(yield* partOf(placesOf(left), position / years.length, (position + 1) / years.length)))
    if (places.reduce((sum, { came }) => sum + came, 0) >= enoughLearnt) break
  }
  return {
    builtUp: learntFrom(places.filter(({ builtUp }) => builtUp)),
    openRoad: learntFrom(places.filter(({ builtUp }) => !builtUp)),
  }
}

function isIn(years: number, year: number): boolean {
  return (years & (1 << year)) !== 0
}

interface LeftOut {
  /** What is known where that year is, without it. */
  rest: KnownAccidents
  /** The motorcycle accidents of that year. */
  came: PlanePoint[]
}

function leftOut(known: KnownAccidents, year: number): LeftOut {
  const isThere = (_: unknown, index: number) => {
    const years = known.knownYears[index] ?? 0
    return isIn(years, year) && countOfYears(years) > 1
  }
  const isOfRest = (_: unknown, index: number) => isThere(_, index) && known.year[index] !== year
  const came: PlanePoint[] = []
  for (const [index, each] of known.year.entries()) {
    if (each !== year || !isThere(each, index) || !isMotorcycle(known.sign[index] ?? 0)) continue
    came.push({ east: known.east[index] ?? NaN, north: known.north[index] ?? NaN })
  }
  return {
    rest: {
      east: known.east.filter(isOfRest),
      north: known.north.filter(isOfRest),
      sign: known.sign.filter(isOfRest),
      builtUp: known.builtUp.filter(isOfRest),
      year: known.year.filter(isOfRest),
      knownYears: known.knownYears.filter(isOfRest).map((years) => years & ~(1 << year)),
    },
    came,
  }
}

function* placesOf({ rest, came }: LeftOut): Generator<number, (LeftOutPlace & { builtUp: boolean })[]> {
  let aYear = 0
  for (const [index, sign] of rest.sign.entries()) {
    if (isMotorcycle(sign)) aYear += 1 / countOfYears(rest.knownYears[index] ?? 0)
  }
  if (aYear === 0 || came.length === 0) return []
  const traffic = came.length / aYear
  const estimated = yield* partOf(estimate(rest), 0, 0.5)
  const places = yield* partOf(
    chooseHotspots(estimated, { builtUp: asEstimated, openRoad: asEstimated }, hotspotsServerLimits.leastLearnt),
    0.5,
    1,
  )
  const field = fieldOfPlaces(came)
  return places.map(({ builtUp, expectation, ...place }) => {
    let count = 0
    visitNear(field, place, radiusMetres(builtUp), () => (count += 1))
    return { builtUp, estimated: expectation.motorcycles, came: count, traffic }
  })
}
