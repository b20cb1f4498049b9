import { hotspotsServerLimits } from '#contract/limits/hotspots-limits.ts'
import type { PlanePoint } from '#domain/geo/utm.ts'
import { type AccidentField, fieldOf, visitNear } from './accident-field.ts'
import { densities, heightOf, heightsWithin, narrowReachMetres, radiusMetres, reachMetres } from './bells.ts'
import { accidentPredictors, isMotorcycle, predictorIndex } from './accidents.ts'
import type { AccidentPredictor, KnownAccidents } from './accidents.ts'

/*
 * How many motorcycle accidents a year are to be expected around a place.
 *
 * Each known accident is a predictor of motorcycle accidents to come near it, whether it was one itself or not. Their density is
 * a sum of bells (of Gauss), a narrow and a wide one around each known accident a:
 *
 *   density(x) = background + Σ_a Σ_b weight[predictor of a, b] · bell_b(x − a)
 *
 * A weight says how many motorcycle accidents go with one accident of a predictor. For accidents without a motorcycle it is what
 * their traffic lets expect (the exposure); for those with one, how much their own number counts beside it. So this is a
 * linear empirical Bayes estimate (credibility): what happened at the place, shrunk to what the exposure lets expect, the
 * more the less is known. It is neutral to the number of years: both sides of it are counted in the same years.
 *
 * The weights are those under which the known motorcycle accidents are likeliest, each left out of its own density: an
 * accident that explained itself would let every place expect its own past. They are found by expectation-maximisation. In
 * each round every motorcycle accident is shared out among the bells that reach it, and each weight becomes what its predictor
 * got, per accident. Each predictor begins with some imagined accidents of the usual weight, so that a few real ones change
 * little. Predictors in built-up areas and on the open road have weights and widths of their own.
 *
 * G. Mohler: Marked point process hotspot maps for homicide and gun crime prediction in Chicago. International Journal of
 * Forecasting 30 (2014), 491–497. H. Bühlmann, A. Gisler: A Course in Credibility Theory. Springer 2005, chapter 3.
 * E. Hauer: Observational Before–After Studies in Road Safety. Pergamon 1997, chapters 11 and 12 (the gamma distribution of
 * true rates below). Figures: docs/decisions/0048-expected-accidents.md.
 */

/** What is expected within the radius of a place, in a year. */
export interface Expectation {
  motorcycles: number
  /** What the accidents without motorcycles alone let expect; null where they are not known. */
  byExposure: number | null
  /** The variance of that, because accidents without motorcycles vary by chance as well. */
  exposureVariance: number
  /** The motorcycle accidents that are known within the radius. */
  known: number
}

export interface Estimate {
  /** All accidents, to be found by their places. */
  field: AccidentField
  at(place: PlanePoint, builtUp: boolean): Expectation
  /** What the narrow bells alone let expect there, in a year: much cheaper than all. */
  closeTo(place: PlanePoint, builtUp: boolean): number
  /** The motorcycle accidents that go with one accident of a car. */
  ofACar: number
}

/** How sure what the exposure lets expect is. */
export interface Spread {
  /** What came for each that it let expect. */
  level: number
  /**
   * How much the true rates of places differ from it: their ratio has a gamma distribution with this shape and the mean 1.
   * The larger, the less they differ.
   */
  shape: number
  /** The motorcycle accidents that go with one accident of a car: it could have happened there without any having been seen. */
  unseen: number
}

/** Weights by `slotOf`. */
interface Fit {
  weights: Float64Array
  /** Motorcycle accidents that no bell explains. */
  background: number
}

const bells = [0, 1] as const
const slots = accidentPredictors.length * 2 * bells.length
const slotOf = (predictor: number, builtUp: number, bell: number) => (predictor * 2 + builtUp) * bells.length + bell

/** [narrow, wide], measured in Berlin from 2018 to 2020; `motorcycleAlone` carries what the others would. */
const usualWeights: Readonly<Record<AccidentPredictor, readonly [number, number]>> = {
  motorcycle: [0.14, 0.05],
  motorcycleAlone: [0.25, 0.2],
  turning: [0.15, 0.03],
  crossing: [0.11, 0.05],
  along: [0.12, 0.01],
  car: [0.1, 0.04],
  carWithOthers: [0.08, 0.02],
  withoutCar: [0.08, 0.01],
}
const alone = predictorIndex('motorcycleAlone')

/** How many accidents are looked at in one step. */
const stepAccidents = 1000

/**
 * Estimates from everything that is known. It takes seconds for a whole country, so it is done in steps.
 * @yields {number} the share that is done, 0 to 1.
 */
export function* estimate(known: KnownAccidents): Generator<number, Estimate> {
  const field = fieldOf(known)
  const evidence = yield* evidenceOf(field)
  const all = yield* fit(field, evidence, () => true)
  const exposure = yield* fit(field, evidence, (predictor) => !isMotorcycle(predictor))
  const at = expectationIn(field, all.weights, exposure.weights)
  const ofACar = exposure.weights[slotOf(predictorIndex('car'), 1, 0)] ?? 0
  return { field, at, closeTo: closenessIn(field, all.weights), ofACar }
}

/** The bells that reach each motorcycle accident, without its own: one row of slots for each. */
function* evidenceOf(field: AccidentField): Generator<number, Float32Array> {
  const motorcycles = field.predictor.reduce((count, predictor) => count + (isMotorcycle(predictor) ? 1 : 0), 0)
  const evidence = new Float32Array(motorcycles * slots)
  const heights = densities()
  let row = 0
  for (let index = 0; index < field.predictor.length; index += 1) {
    if (!isMotorcycle(field.predictor[index] ?? 0)) continue
    visitNear(field, placeOf(field, index), reachMetres, (other, squared) => {
      if (other === index) return
      const builtUp = field.builtUp[other] ?? 0
      for (const bell of bells) {
        const height = heightOf(heights[builtUp]?.[bell], squared)
        const slot = row * slots + slotOf(field.predictor[other] ?? 0, builtUp, bell)
        evidence[slot] = (evidence[slot] ?? 0) + height
      }
    })
    row += 1
    if (row % stepAccidents === 0) yield 0.8 * (row / motorcycles)
  }
  return evidence
}

type Counts = (predictor: number) => boolean

/** Finds the weights of the predictors that are asked for; those of all others are 0. */
function* fit(field: AccidentField, evidence: Float32Array, counts: Counts): Generator<number, Fit> {
  const usual = new Float64Array(slots)
  const accidents = new Float64Array(slots)
  for (const [predictor, name] of accidentPredictors.entries()) {
    for (const builtUp of [0, 1]) {
      if (counts(predictor))
        for (const bell of bells) usual[slotOf(predictor, builtUp, bell)] = usualWeights[name][bell]
    }
  }
  for (const [index, predictor] of field.predictor.entries()) {
    for (const bell of bells) {
      const slot = slotOf(predictor, field.builtUp[index] ?? 0, bell)
      accidents[slot] = (accidents[slot] ?? 0) + 1
    }
  }
  let found: Fit = { weights: usual.slice(), background: (0.02 * evidence.length) / slots }
  for (let round = 0; round < hotspotsServerLimits.fittingRounds; round += 1) {
    const { shares, background } = sharedOut(evidence, found, field.squareMetres)
    const { usualAccidents } = hotspotsServerLimits
    const weights = usual.map(
      (weight, slot) => ((shares[slot] ?? 0) + usualAccidents * weight) / ((accidents[slot] ?? 0) + usualAccidents),
    )
    found = { weights, background }
    yield 0.8
  }
  return found
}

/** How many of the motorcycle accidents go to each slot, and to the background. */
function sharedOut(evidence: Float32Array, { weights, background }: Fit, squareMetres: number) {
  const shares = new Float64Array(slots)
  const backgroundDensity = background / squareMetres
  let toBackground = 0
  for (let start = 0; start < evidence.length; start += slots) {
    let density = backgroundDensity
    for (let slot = 0; slot < slots; slot += 1) density += (weights[slot] ?? 0) * (evidence[start + slot] ?? 0)
    if (density === 0) continue
    for (let slot = 0; slot < slots; slot += 1) {
      const height = evidence[start + slot] ?? 0
      if (height > 0) shares[slot] = (shares[slot] ?? 0) + ((weights[slot] ?? 0) * height) / density
    }
    toBackground += backgroundDensity / density
  }
  return { shares, background: toBackground }
}

function expectationIn(field: AccidentField, weights: Float64Array, exposureWeights: Float64Array): Estimate['at'] {
  return (place, builtUpPlace) => {
    const radius = radiusMetres(builtUpPlace)
    const within = heightsWithin(builtUpPlace)
    let motorcycles = 0
    let byExposure = 0
    let exposureVariance = 0
    let known = 0
    let exposureIsKnown = true
    visitNear(field, place, reachMetres + radius, (index, squared) => {
      const predictor = field.predictor[index] ?? 0
      const builtUp = field.builtUp[index] ?? 0
      const years = field.years[index] ?? 1
      let ofExposure = 0
      for (const bell of bells) {
        const share = heightOf(within[builtUp]?.[bell], squared) / years
        const slot = slotOf(predictor, builtUp, bell)
        motorcycles += (weights[slot] ?? 0) * share
        ofExposure += (exposureWeights[slot] ?? 0) * share
      }
      byExposure += ofExposure
      exposureVariance += ofExposure ** 2
      if (squared > radius ** 2) return
      if (isMotorcycle(predictor)) known += 1
      if (predictor === alone) exposureIsKnown = false
    })
    return { motorcycles, byExposure: exposureIsKnown ? byExposure : null, exposureVariance, known }
  }
}

function closenessIn(field: AccidentField, weights: Float64Array): Estimate['closeTo'] {
  return (place, builtUpPlace) => {
    const within = heightsWithin(builtUpPlace)
    let motorcycles = 0
    visitNear(field, place, narrowReachMetres + radiusMetres(builtUpPlace), (index, squared) => {
      const builtUp = field.builtUp[index] ?? 0
      const weight = weights[slotOf(field.predictor[index] ?? 0, builtUp, 0)] ?? 0
      motorcycles += (weight * heightOf(within[builtUp]?.[0], squared)) / (field.years[index] ?? 1)
    })
    return motorcycles
  }
}

/**
 * Compares what the exposure lets expect with what came, at accidents without motorcycles: where a motorcycle accident is
 * known there is always one. Counts of a Poisson distribution whose mean μ varies by a gamma distribution have the variance
 * μ + μ² / shape, so the shape follows by moments.
 * @yields {number} the share that is done, 0 to 1.
 */
export function* spreadOf({ field, at, ofACar }: Estimate): Generator<number, Spread> {
  const { leastShape, mostShape, usualShape, usualShapeSquares, shapeSamples } = hotspotsServerLimits
  const others = field.predictor.reduce((count, predictor) => count + (isMotorcycle(predictor) ? 0 : 1), 0)
  const step = Math.max(1, Math.floor(others / shapeSamples))
  let came = 0
  let expected = 0
  const squares = { came: 0, expected: 0, both: 0 }
  let seen = 0
  for (const [index, predictor] of field.predictor.entries()) {
    if (isMotorcycle(predictor)) continue
    seen += 1
    if (seen % step !== 0) continue
    const { byExposure, known } = at(placeOf(field, index), field.builtUp[index] === 1)
    const mean = (byExposure ?? 0) * (field.years[index] ?? 1)
    came += known
    expected += mean
    squares.came += known ** 2
    squares.expected += mean ** 2
    squares.both += known * mean
    if (seen % (step * stepAccidents) === 0) yield seen / others
  }
  const level = (came + usualShapeSquares) / (expected + usualShapeSquares)
  const excess = squares.came - 2 * level * squares.both + level ** 2 * squares.expected - came
  const inverse = (excess + usualShapeSquares / usualShape) / (level ** 2 * squares.expected + usualShapeSquares)
  const shape = inverse <= 1 / mostShape ? mostShape : Math.max(leastShape, 1 / inverse)
  return { level, shape, unseen: ofACar }
}

/** Whether more motorcycle accidents happen than the exposure lets expect, with a certainty of 95 %. */
export function isStriking(expectation: Expectation, years: number, spread: Spread): boolean {
  const exposed = exposureAt(expectation, years, spread)
  if (exposed === null) return false
  return gammaQuantile(exposed.shape + expectation.known, -sureDeviations) > exposed.shape + exposed.mean
}

/** Between which yearly numbers the true one lies with a certainty of 90 %. */
export function rangeOf(expectation: Expectation, years: number, spread: Spread): { least: number; most: number } {
  const shape = (exposureAt(expectation, years, spread)?.shape ?? spread.shape) + expectation.known
  const quantile = (deviations: number) => (expectation.motorcycles * gammaQuantile(shape, deviations)) / shape
  return { least: quantile(-sureDeviations), most: quantile(sureDeviations) }
}

/** What the exposure lets expect in all years, and its shape: of true rates, and because the exposure is only a count. */
function exposureAt(
  { byExposure, exposureVariance }: Expectation,
  years: number,
  { level, shape, unseen }: Spread,
): { mean: number; shape: number } | null {
  if (byExposure === null) return null
  const mean = level * byExposure * years + unseen
  const variance = exposureVariance * (level * years) ** 2 + unseen ** 2
  return { mean, shape: mean ** 2 / (mean ** 2 / shape + variance) }
}

/** Of the standard normal distribution: 95 % are below. */
const sureDeviations = 1.645

/** Of the gamma distribution with scale 1. E. B. Wilson, M. M. Hilferty, PNAS 17 (1931), 684–688. */
function gammaQuantile(shape: number, deviations: number): number {
  return shape * Math.max(0, 1 - 1 / (9 * shape) + deviations / (3 * Math.sqrt(shape))) ** 3
}

export function placeOf(field: AccidentField, index: number): PlanePoint {
  return { east: field.east[index] ?? 0, north: field.north[index] ?? 0 }
}
