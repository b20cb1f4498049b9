import type { Place } from '#contract/base/place.ts'
import type { Position } from '#contract/history/history.ts'
import { simplify } from './track.ts'

export interface ThinnedTrack {
  /** How many positions there are. */
  positions: number
  /** The newest first, at most as many as were asked for. */
  newest: Position[]
  /** The oldest first: the positions that show the line best. */
  line: Position[]
}

/**
 * Reads a track of any length page by page and keeps what shows it best. Neither memory nor any single step grows
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

/**
 * The line of a track of any length, read page by page, and how many positions it was made of. Only `held` positions and a
 * page are in memory. Of a longer track, the half that shows the line best is kept each time there are that many. A shorter
 * one is simplified in one piece.
 * @param pages the oldest first.
 * @param simplified gives at most so many positions that show the line best.
 */
export async function lineOfPages<T extends Place>(
  pages: AsyncIterable<readonly T[]>,
  most: { points: number; held: number },
  simplified: (track: readonly T[], maxPoints: number) => Promise<T[]>,
): Promise<{ positions: number; line: T[] }> {
  let track: T[] = []
  let positions = 0
  for await (const page of pages) {
    positions += page.length
    track.push(...page)
    if (track.length > most.held) track = await simplified(track, most.held / 2)
  }
  return { positions, line: await simplified(track, most.points) }
}
