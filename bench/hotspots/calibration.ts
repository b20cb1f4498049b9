import { hotspotsServerLimits } from '#contract/limits/hotspots-limits.ts'
import type { Hotspot } from '#domain/hotspots/choose-hotspots.ts'
import { type Interval, judged, type JudgedPlace, tilted } from './judgement.ts'
import { judgedPlaces, type LeftOutCase } from './left-out-cases.ts'

/** How much of a tilt the judge has to see. */
const plantedTilt = 1.4

/**
 * Prints what was expected at the places that are shown and what came, of all years and towns together, of the last year of
 * each town alone, and where only one year was known.
 * @returns what is wrong: of all together, and if the judge did not see a planted tilt.
 */
export function printCalibration(cases: readonly LeftOutCase[]): string[] {
  const several = cases.filter(({ from }) => from.length > 1)
  const isLast = ({ town, heldOut }: LeftOutCase) =>
    several.every((other) => other.town !== town || other.heldOut <= heldOut)
  const misses = printGroup('all years and towns', several)
  printGroup('the last year of each town', several.filter(isLast))
  printGroup(
    'from one year',
    cases.filter(({ from }) => from.length === 1),
  )
  const planted = judged(
    tilted(
      placesOf(several, ({ recalibrated }) => recalibrated),
      plantedTilt,
    ),
  ).misses
  console.log(`with a planted tilt of ${plantedTilt}: ${planted.join(', ') || 'nothing seen'}`)
  return planted.length > 0 ? misses : [...misses, `a tilt of ${plantedTilt} is not seen`]
}

/** @returns the misses of what is shown. */
function printGroup(name: string, cases: readonly LeftOutCase[]): string[] {
  const towns = cases.map(({ town, heldOut, from }) => `${town} ${heldOut} from ${from.join('+')}`)
  console.log(`calibration, ${name} (${towns.join(', ')})`)
  printJudgement(
    'as estimated',
    placesOf(cases, (each) => each.asEstimated),
  )
  return printJudgement(
    'recalibrated',
    placesOf(cases, (each) => each.recalibrated),
  )
}

function placesOf(cases: readonly LeftOutCase[], of: (each: LeftOutCase) => readonly Hotspot[]): JudgedPlace[] {
  const isShown = ({ expectation }: Hotspot) => expectation.motorcycles >= hotspotsServerLimits.leastExpected
  return cases.flatMap((each) => judgedPlaces(each, of(each).filter(isShown)))
}

function printJudgement(name: string, places: readonly JudgedPlace[]): string[] {
  const { fifths, slope, misses } = judged(places)
  console.log(
    `  ${name}: ${places.length} places, slope ${slope.value.toFixed(2)} (${slope.least.toFixed(2)} to ${slope.most.toFixed(2)})`,
  )
  for (const { expected, came, within90, within99 } of fifths) {
    console.log(
      `    expected ${expected.toFixed(1)}, came ${came} (${(expected / came).toFixed(2)}); no surprise ${inWords(within90)} (90 %), ${inWords(within99)} (99 %)`,
    )
  }
  console.log(`    ${misses.length === 0 ? 'calibrated' : misses.join(', ')}`)
  return misses
}

function inWords({ least, most }: Interval): string {
  return `${least.toFixed(1)} to ${most.toFixed(1)}`
}
