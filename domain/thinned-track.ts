import type { Position } from '#contract/tracking.ts'
import { simplify } from './track.ts'

export interface ThinnedTrack {
  /** How many positions there are. */
  positions: number
  /** The newest first, at most as many as were asked for. */
  newest: Position[]
  /** The oldest first: what shows the line best. */
  line: Position[]
}

/**
 * Reads a track of any length page by page and keeps what shows it best, so that neither memory nor any single step grows
 * with its length.
 * @param pages the oldest first.
 */
export async function thinOutTrack(
  pages: AsyncIterable<readonly Position[]>,
  most: { linePoints: number; newest: number },
): Promise<ThinnedTrack> {
  const thinned: ThinnedTrack = { positions: 0, newest: [], line: [] }
  for await (const page of pages) {
    thinned.positions += page.length
    thinned.newest = [...page.slice(-most.newest).toReversed(), ...thinned.newest].slice(0, most.newest)
    thinned.line = simplify([...thinned.line, ...page], most.linePoints)
  }
  return thinned
}
