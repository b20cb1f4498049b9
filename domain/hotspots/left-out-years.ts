import { hotspotsServerLimits } from '#contract/limits/hotspots-limits.ts'
import type { PlanePoint } from '#domain/geo/utm.ts'
import { fieldOfPlaces, visitNear } from './accident-field.ts'
import { createColumns } from './accident-columns.ts'
import { countOfYears, isMotorcycle, type KnownAccidents } from './accidents.ts'
import { chooseHotspots, type Recalibrations } from './choose-hotspots.ts'
import { estimate } from './expected-accidents.ts'
import { radiusMetres } from './bells.ts'
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
    places.push(...(yield* partOf(placesOf(known, year), position / years.length, (position + 1) / years.length)))
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

/** How many accidents are looked at in one step. */
const stepAccidents = 20_000

interface LeftOut {
  /** What is known where that year is, without it. */
  rest: KnownAccidents
  /** The motorcycle accidents of that year. */
  came: PlanePoint[]
}

/** @yields {number} the share that is done, 0 to 1. */
function* leftOut(known: KnownAccidents, year: number): Generator<number, LeftOut> {
  const rest = createColumns(known.year.length)
  const came: PlanePoint[] = []
  for (const [index, own] of known.year.entries()) {
    if (index % stepAccidents === 0) yield index / known.year.length
    const years = known.knownYears[index] ?? 0
    if (!isIn(years, year) || countOfYears(years) < 2) continue
    const place = { east: known.east[index] ?? NaN, north: known.north[index] ?? NaN }
    const predictor = known.predictor[index] ?? 0
    if (own !== year) {
      const builtUp = known.builtUp[index] === 1
      rest.add({ ...place, predictor, builtUp, year: own, knownYears: years & ~(1 << year) })
    } else if (isMotorcycle(predictor)) came.push(place)
  }
  return { rest: rest.all(), came }
}

/** The places chosen without a year, and what came there in it. */
function* placesOf(known: KnownAccidents, year: number): Generator<number, (LeftOutPlace & { builtUp: boolean })[]> {
  const { rest, came } = yield* partOf(leftOut(known, year), 0, 0.05)
  let aYear = 0
  for (const [index, predictor] of rest.predictor.entries()) {
    if (isMotorcycle(predictor)) aYear += 1 / countOfYears(rest.knownYears[index] ?? 0)
  }
  if (aYear === 0 || came.length === 0) return []
  const traffic = came.length / aYear
  const estimated = yield* partOf(estimate(rest), 0.05, 0.5)
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
