import type { Place } from '#contract/base/place.ts'

/** How bad the worst injury was: 1 killed, 2 seriously injured, 3 slightly injured. */
export type AccidentCategory = 1 | 2 | 3

/** An accident with a motorcycle, in the codes of the official record description (feeds, section 4). */
export interface Accident extends Place {
  year: number
  category: AccidentCategory
  /** UART, 0 to 9; null if unknown, as in the fields below. */
  kind: number | null
  /** UTYP1, 1 to 7. */
  type: number | null
  /** 0 day, 1 dusk, 2 dark. */
  light: number | null
  /** 0 dry, 1 wet, 2 wintry. */
  surface: number | null
  /** Whether it was on a Saturday or Sunday. */
  weekend: boolean | null
}

/**
 * What an accident without a motorcycle was, as far as it tells of motorcycle accidents at its place. With a car: turning
 * off, turning in or crossing, along the road, and any other type; these with people on foot or on bicycles, too.
 */
export const otherAccidents = ['turning', 'crossing', 'along', 'car', 'carWithOthers', 'withoutCar'] as const
export type OtherAccident = (typeof otherAccidents)[number]

/** `motorcycleAlone`: with a motorcycle, where the accidents without one are not known. */
export const accidentPredictors = ['motorcycle', 'motorcycleAlone', ...otherAccidents] as const
export type AccidentPredictor = (typeof accidentPredictors)[number]

export function predictorIndex(predictor: AccidentPredictor): number {
  return accidentPredictors.indexOf(predictor)
}

/** @param predictor by `predictorIndex`. */
export function isMotorcycle(predictor: number): boolean {
  return predictor < accidentPredictors.length - otherAccidents.length
}

/** Accidents of all kinds as columns, because a country has more than a million. */
export interface KnownAccidents {
  /** Metres in the plane. */
  east: Float64Array
  north: Float64Array
  /** By `predictorIndex`. */
  predictor: Uint8Array
  /** 1 in built-up areas, 0 on the open road. */
  builtUp: Uint8Array
  /** Which of the years that are looked at each was in, from 0 on. */
  year: Uint8Array
  /** In which of them accidents are known there: a bit for each, by its number. */
  knownYears: Uint8Array
}

/** How many years `knownYears` has. */
export function countOfYears(knownYears: number): number {
  let count = 0
  for (let rest = knownYears; rest > 0; rest >>= 1) count += rest & 1
  return count
}

const typesWithCars: Readonly<Record<number, OtherAccident>> = { 2: 'turning', 3: 'crossing', 6: 'along' }

/** @param type UTYP1; null if unknown. */
export function otherAccidentOf(known: {
  type: number | null
  withCar: boolean
  withBicycleOrOnFoot: boolean
}): OtherAccident {
  if (!known.withCar) return 'withoutCar'
  return typesWithCars[known.type ?? 0] ?? (known.withBicycleOrOnFoot ? 'carWithOthers' : 'car')
}
