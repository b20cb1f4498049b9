import * as z from 'zod/mini'
import { devicesLimits } from './devices-limits.ts'

/** A month of the year, from 1. */
const month = z.int().check(z.gte(1), z.lte(12))

const { leastSeasonMonths, mostSeasonMonths } = devicesLimits
const seasonMessage = `Eine Saison dauert ${leastSeasonMonths} bis ${mostSeasonMonths} volle Monate`

/**
 * The months in which a vehicle with a seasonal plate may be on the road: from the first day of one to the last day of the
 * other, perhaps over the turn of the year (§ 10 (3) FZV).
 */
export const season = z.object({ fromMonth: month, toMonth: month }).check(
  z.refine(
    (one) => {
      const months = monthsOf(one)
      return months >= leastSeasonMonths && months <= mostSeasonMonths
    },
    { error: seasonMessage },
  ),
)
export type Season = z.output<typeof season>

function monthsOf({ fromMonth, toMonth }: { fromMonth: number; toMonth: number }): number {
  return ((toMonth - fromMonth + 12) % 12) + 1
}

/** The month in which a vehicle has to be inspected (HU), as `2027-05`. */
export const inspectionDue = z
  .string()
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Bitte geben Sie Monat und Jahr an, etwa 05/2027'))
