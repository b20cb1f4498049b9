import type { Quiet } from './replay.ts'

/** A time without a break; milliseconds since 1970. */
interface Piece {
  from: number
  to: number
}

/** A time as a rider remembers it: pieces on the way, and between each two of them what interrupted the way. */
export interface RidingTime {
  pieces: readonly Piece[]
  /** One fewer than there are pieces. */
  halts: readonly Quiet[]
  /** How long all pieces are. */
  ridingMs: number
}

/**
 * The time on the way: stops and gaps are points in it, and none stands before its beginning or after its end. Where
 * nothing was ridden, the time itself.
 * @param quiet may overlap; what overlaps or touches is one halt, a stop if there was one in it.
 */
export function ridingTime(quiet: readonly Quiet[], from: number, to: number): RidingTime {
  const halts: Quiet[] = []
  const pieces: Piece[] = []
  let at = from
  for (const halt of joined(quiet, from, to)) {
    if (halt.from > at) {
      pieces.push({ from: at, to: halt.from })
      halts.push(halt)
    }
    at = halt.to
  }
  if (to > at) pieces.push({ from: at, to })
  if (pieces.length === 0) return { pieces: [{ from, to }], halts: [], ridingMs: to - from }
  const ridingMs = pieces.reduce((sum, piece) => sum + piece.to - piece.from, 0)
  return { pieces, halts: halts.slice(0, pieces.length - 1), ridingMs }
}

/** How many milliseconds were ridden by a moment. */
export function riddenBy({ pieces }: RidingTime, moment: number): number {
  return pieces.reduce((sum, { from, to }) => sum + Math.min(Math.max(moment, from), to) - from, 0)
}

/** The moment by which so many milliseconds were ridden; at a halt, when it was over. */
export function momentAt({ pieces }: RidingTime, riddenMs: number): number {
  let left = Math.max(0, riddenMs)
  for (const { from, to } of pieces) {
    if (left < to - from) return from + left
    left -= to - from
  }
  return pieces.at(-1)?.to ?? 0
}

/** In order, within a time, none touching the next. */
function joined(quiet: readonly Quiet[], from: number, to: number): Quiet[] {
  const halts: Quiet[] = []
  for (const each of quiet.toSorted((one, other) => one.from - other.from)) {
    const halt = { ...each, from: Math.max(from, each.from), to: Math.min(to, each.to) }
    const before = halts.at(-1)
    if (halt.to <= halt.from) continue
    if (before === undefined || halt.from > before.to) halts.push(halt)
    else {
      before.to = Math.max(before.to, halt.to)
      if (halt.kind === 'stop') before.kind = 'stop'
    }
  }
  return halts
}
