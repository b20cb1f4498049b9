import type { Position } from '#contract/history/history.ts'
import type { Doubts } from './outliers.ts'
import { segmentsOf, simplify } from './track.ts'
import { type Sketch, sketchOf } from './track-sketch.ts'

/** More than these are not seen in a small drawing. */
const mostPoints = 64

/**
 * A small drawing of a part of a track: its line without doubted positions, broken at its gaps.
 * @param positions in fix order.
 * @param part the indices of its first and last position. Null if all of them are doubted.
 */
export function tripSketch(
  positions: readonly Position[],
  doubts: Doubts,
  { first, last }: { first: number; last: number },
  frame: { width: number; height: number },
): Sketch | null {
  const ridden = positions.slice(first, last + 1).filter((_, offset) => !doubts.has(first + offset))
  const segments = segmentsOf(ridden)
  const share = (length: number) => Math.max(2, Math.round((mostPoints * length) / ridden.length))
  return sketchOf(
    segments.map((segment) => simplify(segment, share(segment.length))),
    frame,
  )
}
