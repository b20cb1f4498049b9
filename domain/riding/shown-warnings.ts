import { ridingLimits } from '#contract/riding/riding-limits.ts'
import type { Motion } from './motion.ts'
import { lengthOf, offsetTo } from './plane.ts'
import type { Warning } from './warning.ts'

/** A warning that is shown, from when it was told until some way after the place. */
export interface ShownWarning extends Warning {
  /** Metres, the nearest the ride has come. */
  nearest: number
}

const { passedMetres, shownAfterMetres, shownSeconds } = ridingLimits

/** The shown warnings after a fix: those ahead by their distance, then those just passed. */
export function shownAfter(
  shown: readonly ShownWarning[],
  warnings: readonly Warning[],
  motion: Motion,
): ShownWarning[] {
  const told = warnings.map((warning) => ({ ...warning, nearest: warning.metres }))
  const moved = [...shown, ...told].map((warning) => {
    const metres = lengthOf(offsetTo(motion, warning.hazard))
    return { ...warning, metres, nearest: Math.min(warning.nearest, metres) }
  })
  return moved
    .filter(({ metres, nearest }) => metres <= nearest + shownAfterMetres)
    .filter(({ at }) => motion.at - at <= shownSeconds * 1000)
    .toSorted((a, b) => Number(isPassed(a)) - Number(isPassed(b)) || a.metres - b.metres)
}

export function isPassed({ metres, nearest }: ShownWarning): boolean {
  return metres > nearest + passedMetres
}
