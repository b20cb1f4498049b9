import type { Place } from '#contract/base/place.ts'
import { savedRoutesLimits } from '#contract/saved-routes/saved-routes-limits.ts'
import { simplify } from '#domain/track/track.ts'

/** The line with no more points than are kept: the bends that matter most. */
export function piecesToSave(pieces: readonly Place[][]): Place[][] {
  const points = pieces.flat().length
  // Each piece keeps its ends, whatever its share is.
  const share = Math.min(1, (savedRoutesLimits.points - 2 * pieces.length) / points)
  return pieces.map((piece) =>
    simplify(piece, share === 1 ? piece.length : Math.max(2, Math.floor(piece.length * share))),
  )
}
