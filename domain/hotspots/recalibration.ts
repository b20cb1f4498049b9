import { hotspotsServerLimits } from '#contract/limits/hotspots-limits.ts'

/*
 * What an expectation that was chosen because it is large is worth.
 *
 * The largest of many estimates are also those that chance has made too large: more is expected of the
 * worst places than comes, and less of the others (the winner's curse). How much, the known years tell: a year is left out, the
 * places are estimated and chosen from the others, and what came at them in that year is compared with what was expected.
 * From that a level and a slope are learnt,
 *
 *   came ≈ traffic of that year · level · pivot · (estimated / pivot) ^ slope
 *
 * by the likeliest Poisson regression, held near the usual values where little is known. So the order of the places stays.
 *
 * D. R. Cox: Two further applications of a model for binary regression. Biometrika 45 (1958), 562–565 (level and slope).
 * H. C. van Houwelingen, S. le Cessie: Predictive value of statistical models. Statistics in Medicine 9 (1990), 1303–1325
 * (the slope learnt from what was left out). B. Efron: Tweedie's formula and selection bias. JASA 106 (2011), 1602–1614.
 * Figures: docs/decisions/0007-accident-hotspots.md.
 */

export interface Recalibration {
  /** What comes at a place of which `pivotExpected` is estimated, for each that is. */
  level: number
  /** Below 1 the largest estimates are too large. */
  slope: number
}

/** Believes each estimate. */
export const asEstimated: Recalibration = { level: 1, slope: 1 }

/** A place that was chosen without knowing a year, and what came in that. */
export interface LeftOutPlace {
  /** Motorcycle accidents a year. */
  estimated: number
  came: number
  /** How many accidents there were in that year for each in one of the others. */
  traffic: number
}

const { pivotExpected, usualLevel, usualSlope } = hotspotsServerLimits
export const usualRecalibration: Recalibration = { level: usualLevel, slope: usualSlope }

export function recalibrated(estimated: number, { level, slope }: Recalibration): number {
  return level * pivotExpected * (estimated / pivotExpected) ** slope
}

/** What must be estimated where so many are to be expected. */
export function estimateOf(expected: number, { level, slope }: Recalibration): number {
  return pivotExpected * (expected / (level * pivotExpected)) ** (1 / slope)
}

/** The likeliest level and slope, after Newton. */
export function learntFrom(places: readonly LeftOutPlace[]): Recalibration {
  const { usualLevelDeviation, usualSlopeDeviation, leastSlope, mostSlope, recalibrationRounds } = hotspotsServerLimits
  const precision = { level: usualLevelDeviation ** -2, slope: usualSlopeDeviation ** -2 }
  let level = Math.log(usualLevel)
  let slope = usualSlope
  for (let round = 0; round < recalibrationRounds; round += 1) {
    // The first and second derivatives of the likelihood, with both priors.
    const pull = {
      level: precision.level * (Math.log(usualLevel) - level),
      slope: precision.slope * (usualSlope - slope),
    }
    const bend = { level: precision.level, slope: precision.slope, both: 0 }
    for (const { estimated, came, traffic } of places) {
      const size = Math.log(estimated / pivotExpected)
      const mean = traffic * pivotExpected * Math.exp(level + slope * size)
      pull.level += came - mean
      pull.slope += (came - mean) * size
      bend.level += mean
      bend.slope += mean * size ** 2
      bend.both += mean * size
    }
    const determinant = bend.level * bend.slope - bend.both ** 2
    level += (bend.slope * pull.level - bend.both * pull.slope) / determinant
    slope += (bend.level * pull.slope - bend.both * pull.level) / determinant
  }
  return { level: Math.exp(level), slope: Math.min(mostSlope, Math.max(leastSlope, slope)) }
}
