import { fieldOf, visitNear } from '#domain/hotspots/accident-field.ts'
import type { KnownAccidents } from '#domain/hotspots/accidents.ts'
import { isStriking, radiusMetres, rangeOf, type Spread } from '#domain/hotspots/expected-accidents.ts'
import { type Hotspot, searchHotspots } from '#domain/hotspots/hotspots.ts'
import type { PlanePoint } from '#domain/geo/utm.ts'
import { randomFrom } from '#domain/testing/random.ts'
import { hotspotsServerLimits } from '#contract/limits/hotspots-limits.ts'
import { formerHotspots } from './former-rule.ts'
import { accidentsOf, columnsOf, ofYears, type Town, type TownAccidents } from './town-accidents.ts'

/*
 * How many of a year's motorcycle accidents happened at places that were found from other years, at as many places as the
 * rule before found: by that rule, by the density of motorcycle accidents, at random accidents with motorcycles, and by ours.
 */

type Random = () => number

const cases: readonly { town: Town; from: readonly number[]; heldOut: number }[] = [
  { town: 'Berlin', from: [2019, 2020], heldOut: 2018 },
  { town: 'Berlin', from: [2018, 2020], heldOut: 2019 },
  { town: 'Berlin', from: [2018, 2019], heldOut: 2020 },
  { town: 'Berlin', from: [2018], heldOut: 2019 },
  { town: 'Berlin', from: [2019], heldOut: 2020 },
  ...[2016, 2017, 2018, 2019, 2020].map((heldOut) => ({
    town: 'Regensburg' as const,
    from: [2016, 2017, 2018, 2019, 2020].filter((year) => year !== heldOut),
    heldOut,
  })),
]
const metres = [50, 100, 150]
const apartMetres = 100

export async function printHitRates(): Promise<void> {
  const towns = { Berlin: await accidentsOf('Berlin'), Regensburg: await accidentsOf('Regensburg') }
  if (towns.Berlin === null || towns.Regensburg === null)
    return console.log('hit rates: not measured without the tables')
  for (const { town, from, heldOut } of cases) {
    const all = towns[town]
    if (all !== null)
      printCase(`${town} ${heldOut} from ${from.join(', ')}`, ofYears(all, from), ofYears(all, [heldOut]), from.length)
  }
  printNeutrality(towns.Berlin)
  printByChance(towns.Berlin)
}

function printCase(name: string, past: TownAccidents, next: TownAccidents, years: number): void {
  const former = formerHotspots(past.motorcycles, years)
  const count = former.length
  const { hotspots, spread } = found(columnsOf(past, years), 0)
  const ours = hotspots.slice(0, count)
  const random = randomFrom(1)
  const rules = {
    former,
    density: byDensity(past.motorcycles).slice(0, count),
    random: apart(shuffled(past.motorcycles, random)).slice(0, count),
    ours,
  }
  const total = next.motorcycles.length
  console.log(`${name}: ${count} places, ${total} motorcycle accidents; hits within ${metres.join('/')} m`)
  for (const [rule, places] of Object.entries(rules)) {
    const hits = metres.map((radius) => hitsOf(places, next.motorcycles, radius))
    const shares = hits.map((each) => ((100 * each) / total).toFixed(1)).join('/')
    const ratio = ((hits[0] ?? 0) / hitsOf(former, next.motorcycles, 50)).toFixed(2)
    console.log(`  ${rule.padEnd(8)} ${shares.padStart(14)} %  (${hits.join('/')}), at 50 m ${ratio} × the former rule`)
  }
  const expected = sum(ours.map(({ expectation }) => expectation.motorcycles))
  const came = ours.map((place) => hitsOf([place], next.motorcycles, radiusMetres(place.builtUp)))
  const level = total / (past.motorcycles.length / years)
  const covered = ours.filter(({ expectation }, index) => {
    const { least, most } = rangeOf(expectation, years, spread)
    const [lower, upper] = [least - 1.645 * Math.sqrt(least), most + 1.645 * Math.sqrt(most)]
    return (came[index] ?? 0) >= Math.floor(lower) && (came[index] ?? 0) <= Math.ceil(upper)
  })
  console.log(
    `  expected ${expected.toFixed(1)}, came ${sum(came)} (${(expected / sum(came)).toFixed(2)}); in that year's traffic ${(expected * level).toFixed(1)} (${((expected * level) / sum(came)).toFixed(2)}); ${covered.length} of ${count} within their range`,
  )
}

/** How many places there are must not depend on how many years are known. */
function printNeutrality(berlin: TownAccidents): void {
  const least = hotspotsServerLimits.leastExpected
  const rows = [[2018], [2019], [2020], [2018, 2019], [2019, 2020], [2018, 2019, 2020]].map((years) => {
    const past = ofYears(berlin, years)
    const ours = found(columnsOf(past, years.length), least).hotspots.length
    return `${years.join('+')}: ${ours} (${formerHotspots(past.motorcycles, years.length).length})`
  })
  console.log(`places in Berlin by years known, ours with ≥ ${least} a year (the former rule): ${rows.join(', ')}`)
}

/** Drawn at random which of all accidents had a motorcycle, hardly any place may be striking. */
function printByChance(berlin: TownAccidents): void {
  const striking = (town: TownAccidents) => {
    const { hotspots, spread } = found(columnsOf(town, 3), hotspotsServerLimits.leastExpected)
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

export function found(known: KnownAccidents, leastExpected: number): { hotspots: Hotspot[]; spread: Spread } {
  const search = searchHotspots(known, leastExpected)
  for (;;) {
    const step = search.next()
    if (step.done === true) return step.value
  }
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
  const none = new Uint8Array(places.length)
  const field = fieldOf({
    east: Float64Array.from(places, ({ east }) => east),
    north: Float64Array.from(places, ({ north }) => north),
    sign: none,
    builtUp: none,
    years: none,
  })
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
