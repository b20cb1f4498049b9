import { fieldOfPlaces, visitNear } from '#domain/hotspots/accident-field.ts'
import { isStriking } from '#domain/hotspots/expected-accidents.ts'
import type { PlanePoint } from '#domain/geo/utm.ts'
import { randomFrom } from '#domain/testing/random.ts'
import { hotspotsServerLimits } from '#contract/limits/hotspots-limits.ts'
import { formerHotspots } from './former-rule.ts'
import { found, type LeftOutCase } from './left-out-cases.ts'
import { columnsOf, ofYears, type TownAccidents, yearsOf } from './town-accidents.ts'

/*
 * How many of a year's motorcycle accidents happened at places that were found from other years, at as many places as the
 * rule before found: by that rule, by the density of motorcycle accidents, at random accidents with motorcycles, by our estimate, and by it
 * recalibrated.
 */

type Random = () => number

const metres = [50, 100, 150]
const apartMetres = 100

/**
 * Prints them.
 * @returns what is wrong: where what leaving out years taught made hits fewer.
 */
export function printHitRates(cases: readonly LeftOutCase[], berlin: TownAccidents): string[] {
  const misses = cases.flatMap(printCase)
  printNeutrality(berlin)
  printByChance(berlin)
  return misses
}

function printCase({ town, from, heldOut, past, next, asEstimated, recalibrated }: LeftOutCase): string[] {
  const former = formerHotspots(past.motorcycles, from.length)
  const count = former.length
  const random = randomFrom(1)
  const rules = {
    former,
    density: byDensity(past.motorcycles).slice(0, count),
    random: apart(shuffled(past.motorcycles, random)).slice(0, count),
    asEstimated: asEstimated.slice(0, count),
    recalibrated: recalibrated.slice(0, count),
  }
  const total = next.motorcycles.length
  const name = `${town} ${heldOut} from ${from.join(', ')}`
  console.log(`${name}: ${count} places, ${total} motorcycle accidents; hits within ${metres.join('/')} m`)
  for (const [rule, places] of Object.entries(rules)) {
    const hits = metres.map((radius) => hitsOf(places, next.motorcycles, radius))
    const shares = hits.map((each) => ((100 * each) / total).toFixed(1)).join('/')
    const ratio = ((hits[0] ?? 0) / hitsOf(former, next.motorcycles, 50)).toFixed(2)
    console.log(
      `  ${rule.padEnd(12)} ${shares.padStart(14)} %  (${hits.join('/')}), at 50 m ${ratio} × the former rule`,
    )
  }
  const paired = metres.map((radius) => {
    const isHitBy = (places: readonly PlanePoint[]) => {
      const near = nearIn(places)
      return (accident: PlanePoint) => near(accident, radius).length > 0
    }
    const [before, now] = [isHitBy(rules.asEstimated), isHitBy(rules.recalibrated)]
    const gained = next.motorcycles.filter((accident) => now(accident) && !before(accident)).length
    const lost = next.motorcycles.filter((accident) => before(accident) && !now(accident)).length
    return `+${gained} −${lost}`
  })
  if (count > 0) console.log(`  recalibrated beside as estimated: ${paired.join(', ')}`)
  const fewer = metres.filter(
    (radius) =>
      hitsOf(rules.recalibrated, next.motorcycles, radius) < hitsOf(rules.asEstimated, next.motorcycles, radius),
  )
  return fewer.map((radius) => `${name}: fewer hits within ${radius} m`)
}

/** How many places there are must not depend on how many years are known. */
function printNeutrality(berlin: TownAccidents): void {
  const least = hotspotsServerLimits.leastExpected
  const known = yearsOf(berlin)
  const rows = known
    .flatMap((_, first) => known.slice(first).map((__, more) => known.slice(first, first + more + 1)))
    .map((years) => {
      const past = ofYears(berlin, years)
      const ours = found(columnsOf(past, years), least).hotspots.length
      return `${years.join('+')}: ${ours} (${formerHotspots(past.motorcycles, years.length).length})`
    })
  console.log(`places in Berlin by years known, ours with ≥ ${least} a year (the former rule): ${rows.join(', ')}`)
}

/** Drawn at random which of all accidents had a motorcycle, hardly any place may be striking. */
function printByChance(berlin: TownAccidents): void {
  const striking = (town: TownAccidents) => {
    const { hotspots, spread } = found(columnsOf(town, yearsOf(town)), hotspotsServerLimits.leastExpected)
    const ours = hotspots.filter(({ expectation, years }) => isStriking(expectation, years, spread)).length
    return `${ours} of ${hotspots.length}`
  }
  console.log(
    `striking for motorcycles in Berlin: ${striking(berlin)}; drawn by chance: ${striking(drawn(berlin, randomFrom(2)))}`,
  )
}

function drawn({ motorcycles, others }: TownAccidents, random: Random): TownAccidents {
  const places = shuffled([...motorcycles, ...others], random)
  const withPlaces = <A>(accidents: readonly A[], offset: number) =>
    accidents.flatMap((accident, index) => {
      const place = places[offset + index]
      return place === undefined ? [] : [{ ...accident, east: place.east, north: place.north, builtUp: place.builtUp }]
    })
  return { motorcycles: withPlaces(motorcycles, 0), others: withPlaces(others, motorcycles.length) }
}

function byDensity(motorcycles: readonly PlanePoint[]): PlanePoint[] {
  const near = nearIn(motorcycles)
  const width = 50
  const dense = motorcycles.map((place) => ({
    place,
    density: sum(near(place, 3 * width).map((squared) => Math.exp(-squared / (2 * width ** 2)))),
  }))
  return apart(dense.toSorted((one, other) => other.density - one.density).map(({ place }) => place))
}

function apart(places: readonly PlanePoint[]): PlanePoint[] {
  const chosen: PlanePoint[] = []
  for (const place of places) {
    const isApart = chosen.every(
      (other) => Math.hypot(place.east - other.east, place.north - other.north) >= apartMetres,
    )
    if (isApart) chosen.push(place)
    if (chosen.length === 500) break
  }
  return chosen
}

function hitsOf(places: readonly PlanePoint[], accidents: readonly PlanePoint[], radius: number): number {
  if (places.length === 0) return 0
  const near = nearIn(places)
  return accidents.filter((accident) => near(accident, radius).length > 0).length
}

/** The squares of the distances to all places within a reach. */
function nearIn(places: readonly PlanePoint[]): (place: PlanePoint, reach: number) => number[] {
  const field = fieldOfPlaces(places)
  return (place, reach) => {
    const squares: number[] = []
    visitNear(field, place, reach, (_index, squared) => squares.push(squared))
    return squares
  }
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
