import { type AccidentPredictor, type KnownAccidents, predictorIndex } from '#domain/hotspots/accidents.ts'

export interface MadeUpAccident {
  east: number
  north: number
  predictor: AccidentPredictor
  builtUp?: boolean
  /** How many years are known, and which of them it was in; without one, one after the other. */
  years?: number
  year?: number
}

export function columnsOf(accidents: readonly MadeUpAccident[]): KnownAccidents {
  return {
    east: Float64Array.from(accidents, ({ east }) => east),
    north: Float64Array.from(accidents, ({ north }) => north),
    predictor: Uint8Array.from(accidents, ({ predictor }) => predictorIndex(predictor)),
    builtUp: Uint8Array.from(accidents, ({ builtUp = true }) => (builtUp ? 1 : 0)),
    year: Uint8Array.from(accidents, ({ years = 3, year }, index) => year ?? index % years),
    knownYears: Uint8Array.from(accidents, ({ years = 3 }) => 2 ** years - 1),
  }
}

/** A place with traffic of its own, and more or fewer motorcycle accidents than that lets expect. */
export interface Junction {
  east: number
  north: number
  carsAYear: number
  motorcyclesAYear: number
}

/** Junctions 400 m apart, `motorcyclesPerCar` accidents with one for each of cars; each `strikingEvery`th has six times as many. */
export function junctions(
  random: () => number,
  {
    count,
    motorcyclesPerCar,
    strikingEvery = Infinity,
  }: { count: number; motorcyclesPerCar: number; strikingEvery?: number },
): Junction[] {
  return Array.from({ length: count }, (_, index) => {
    const carsAYear = -2 * Math.log(1 - random())
    const factor = index % strikingEvery === strikingEvery - 1 ? 6 : 1
    return {
      east: 400_000 + 400 * (index % 100),
      north: 5_700_000 + 400 * Math.floor(index / 100),
      carsAYear,
      motorcyclesAYear: factor * motorcyclesPerCar * carsAYear,
    }
  })
}

/** What happens at them in some years, a few metres beside their middle. */
export function accidentsAt(places: readonly Junction[], years: number, random: () => number): MadeUpAccident[] {
  const near = (metres: number) => metres + 50 * (random() - 0.5)
  return places.flatMap(({ east, north, carsAYear, motorcyclesAYear }) => {
    const of = (predictor: AccidentPredictor, perYear: number) =>
      Array.from({ length: poisson(years * perYear, random) }, () => ({
        east: near(east),
        north: near(north),
        predictor,
        years,
        year: Math.floor(years * random()),
      }))
    return [...of('motorcycle', motorcyclesAYear), ...of('car', carsAYear)]
  })
}

/** A count of a Poisson distribution: so many uniform numbers have a product above e^-mean. */
export function poisson(mean: number, random: () => number): number {
  let count = 0
  for (let product = random(); product > Math.exp(-mean); product *= random()) count += 1
  return count
}

/** Runs a search to its end. */
export function done<T>(steps: Generator<number, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
