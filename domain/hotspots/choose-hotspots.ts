import { hotspotsServerLimits } from '#contract/limits/hotspots-limits.ts'
import type { PlanePoint } from '#domain/geo/utm.ts'
import { type AccidentField, visitNear } from './accident-field.ts'
import { isMotorcycle } from './accidents.ts'
import { type Estimate, type Expectation, placeOf } from './expected-accidents.ts'
import { radiusMetres } from './bells.ts'
import { estimateOf, recalibrated, type Recalibration } from './recalibration.ts'

export interface Hotspot extends PlanePoint {
  builtUp: boolean
  /** For how many years accidents are known there. */
  years: number
  expectation: Expectation
  /** The accident in its middle, and the motorcycle accidents within its radius, as indexes. */
  middle: number
  accidents: number[]
}

/** What an estimate is worth, apart for built-up areas and the open road. */
export interface Recalibrations {
  builtUp: Recalibration
  openRoad: Recalibration
}

/** How many accidents are looked at in one step. */
const stepAccidents = 500

/**
 * The places where the most motorcycle accidents are to be expected, the worst first. Each is around an accident, because
 * that is on a road, and none reaches into another.
 * @param leastExpected motorcycle accidents a year.
 * @yields {number} the share that is done, 0 to 1.
 */
export function* chooseHotspots(
  estimated: Estimate,
  recalibrations: Recalibrations,
  leastExpected: number,
): Generator<number, Hotspot[]> {
  const recalibrationAt = (builtUp: boolean) => (builtUp ? recalibrations.builtUp : recalibrations.openRoad)
  const candidates = yield* candidatesIn(estimated, recalibrationAt, leastExpected)
  const chosen = yield* apart(estimated.field, candidates)
  return yield* hotspotsAround(estimated, recalibrationAt, chosen)
}

type RecalibrationAt = (builtUp: boolean) => Recalibration

/**
 * The accidents around which enough is expected, as indexes, the most expected first. In a country they are hundreds of
 * thousands, so nothing else is kept of them.
 */
function* candidatesIn(
  { field, at, closeTo }: Estimate,
  recalibrationAt: RecalibrationAt,
  leastExpected: number,
): Generator<number, Uint32Array> {
  const leastEstimated = {
    builtUp: estimateOf(leastExpected, recalibrationAt(true)),
    openRoad: estimateOf(leastExpected, recalibrationAt(false)),
  }
  const candidates = new Uint32Array(field.predictor.length)
  const expected = new Float64Array(field.predictor.length)
  let count = 0
  for (let index = 0; index < field.predictor.length; index += 1) {
    if (index % stepAccidents === 0) yield 0.9 * (index / field.predictor.length)
    const builtUp = field.builtUp[index] === 1
    const least = builtUp ? leastEstimated.builtUp : leastEstimated.openRoad
    const place = placeOf(field, index)
    if (closeTo(place, builtUp) < hotspotsServerLimits.leastShareClose * least) continue
    const { motorcycles, known } = at(place, builtUp)
    if (motorcycles < least || known < hotspotsServerLimits.leastKnown) continue
    candidates[count] = index
    expected[index] = recalibrated(motorcycles, recalibrationAt(builtUp))
    count += 1
  }
  const of = (columns: Float64Array, index: number) => columns[index] ?? 0
  // Where as many are expected, the order is that of the map, so that it is the same every time.
  return candidates
    .subarray(0, count)
    .toSorted(
      (one, other) =>
        of(expected, other) - of(expected, one) ||
        of(field.east, one) - of(field.east, other) ||
        of(field.north, one) - of(field.north, other),
    )
}

/** Of those whose circles meet only the first. */
function* apart(field: AccidentField, candidates: Uint32Array): Generator<number, number[]> {
  const chosen: number[] = []
  const cells = new Map<number, number[]>()
  const side = 2 * Math.max(radiusMetres(true), radiusMetres(false))
  const cellOf = (column: number, row: number) => column * 1_000_000 + row
  const around = [-1, 0, 1]
  for (const [position, index] of candidates.entries()) {
    if (position % stepAccidents === 0) yield 0.9 + 0.08 * (position / candidates.length)
    const { east, north } = placeOf(field, index)
    const [column, row] = [Math.floor(east / side), Math.floor(north / side)]
    const isTaken = around.some((right) =>
      around.some((up) => cells.get(cellOf(column + right, row + up))?.some((other) => meet(field, index, other))),
    )
    if (isTaken) continue
    chosen.push(index)
    const own = cells.get(cellOf(column, row))
    if (own === undefined) cells.set(cellOf(column, row), [index])
    else own.push(index)
  }
  return chosen
}

function meet(field: AccidentField, one: number, other: number): boolean {
  const apart = radiusMetres(field.builtUp[one] === 1) + radiusMetres(field.builtUp[other] === 1)
  const [here, there] = [placeOf(field, one), placeOf(field, other)]
  return (here.east - there.east) ** 2 + (here.north - there.north) ** 2 < apart ** 2
}

/** @param chosen the accidents in their middles, as indexes. */
function* hotspotsAround(
  { field, at }: Estimate,
  recalibrationAt: RecalibrationAt,
  chosen: readonly number[],
): Generator<number, Hotspot[]> {
  const hotspots: Hotspot[] = []
  for (const [position, middle] of chosen.entries()) {
    if (position % stepAccidents === 0) yield 0.98 + 0.02 * (position / chosen.length)
    const place = placeOf(field, middle)
    const builtUp = field.builtUp[middle] === 1
    const accidents: number[] = []
    visitNear(field, place, radiusMetres(builtUp), (index) => {
      if (isMotorcycle(field.predictor[index] ?? 0)) accidents.push(index)
    })
    const years = field.years[middle] ?? 1
    const estimated = at(place, builtUp)
    const motorcycles = recalibrated(estimated.motorcycles, recalibrationAt(builtUp))
    hotspots.push({ ...place, builtUp, years, expectation: { ...estimated, motorcycles }, middle, accidents })
  }
  return hotspots
}
