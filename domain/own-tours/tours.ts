import { minuteSeconds } from '#contract/base/time-units.ts'
import { ownToursLimits, ownToursServerLimits } from '#contract/own-tours/own-tours-limits.ts'
import { cut } from '#contract/base/text.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { withoutUnwritable } from '#domain/files/xml-writing.ts'
import { believedUntil } from '#domain/history/retention.ts'
import { type HiddenArea, isHidden } from '#domain/privacy-zones/privacy-zones.ts'
import type { OwnFix, Recording, TourFile } from './recordings.ts'

/** A way that somebody went, without a long pause. */
export interface Tour {
  name: string | null
  begins: number
  ends: number
  lengthMetres: number
  points: number
  /** Unbroken parts in order, none of them empty. Between them something was left out. */
  pieces: OwnFix[][]
}

/** What became of a file's points. */
export interface PointCounts {
  added: number
  /** The account has them already. */
  known: number
  /** They lie in private zones. */
  hidden: number
  /** Without a place, with a time that cannot be, or alone. */
  unusable: number
  withoutTime: number
}

/** The same second at the same place is the same fix. */
export const keyOf = ({ seconds, latitude, longitude }: OwnFix): string => `${seconds},${latitude},${longitude}`

interface Beside {
  /** The keys of what the account has. */
  known: ReadonlySet<string>
  hidden: readonly HiddenArea[]
  now: Date
}

/** The tours in a file that are new to the account. Nothing of a private zone is in them, not even in their length. */
export function newTours(file: TourFile, { known, hidden, now }: Beside): { tours: Tour[]; counts: PointCounts } {
  const counts = { added: 0, known: 0, hidden: 0, unusable: file.unreadable, withoutTime: file.withoutTime }
  const latest = believedUntil(now).getTime() / 1000
  const seen = new Set<string>()
  const tours: Tour[] = []

  /** What of a recording is new, in order; a cut comes where something else lay between. */
  function* fresh({ fixes }: Recording): Generator<{ fix: OwnFix; isCut: boolean }, void> {
    let isCut = false
    for (const fix of fixes.toSorted((one, other) => one.seconds - other.seconds)) {
      const key = keyOf(fix)
      if (seen.has(key)) continue
      seen.add(key)
      if (fix.seconds < earliest || fix.seconds > latest) counts.unusable += 1
      else if (isHidden(hidden, fix)) [counts.hidden, isCut] = [counts.hidden + 1, true]
      else if (known.has(key)) [counts.known, isCut] = [counts.known + 1, true]
      else {
        yield { fix, isCut }
        isCut = false
      }
    }
  }

  for (const recording of file.recordings) {
    for (const pieces of piecesOfTours(fresh(recording))) {
      const points = pieces.reduce((sum, piece) => sum + piece.length, 0)
      const [first, last] = [pieces[0]?.[0], pieces.at(-1)?.at(-1)]
      // One place alone is no way.
      if (first === undefined || last === undefined || points < 2) {
        counts.unusable += points
        continue
      }
      counts.added += points
      tours.push({
        name: nameFrom(recording.name),
        begins: first.seconds,
        ends: last.seconds,
        lengthMetres: Math.round(lengthOf(pieces)),
        points,
        pieces,
      })
    }
  }
  return { tours: tours.toSorted((one, other) => one.begins - other.begins), counts }
}

const earliest = Date.parse(ownToursServerLimits.earliest) / 1000
const pauseSeconds = ownToursLimits.pauseMinutes * minuteSeconds

function* piecesOfTours(fixes: Iterable<{ fix: OwnFix; isCut: boolean }>): Generator<OwnFix[][], void> {
  let pieces: OwnFix[][] = []
  let points = 0
  for (const { fix, isCut } of fixes) {
    const last = pieces.at(-1)
    const before = last?.at(-1)
    const isOver =
      before !== undefined && (fix.seconds - before.seconds > pauseSeconds || points === ownToursLimits.tourPoints)
    if (isOver) {
      yield pieces
      ;[pieces, points] = [[[fix]], 1]
      continue
    }
    if (last === undefined || isCut) pieces.push([fix])
    else last.push(fix)
    points += 1
  }
  if (points > 0) yield pieces
}

/** On one line, and without what no database stores. */
function nameFrom(text: string | null): string | null {
  if (text === null) return null
  return cut(withoutUnwritable(text).replaceAll(/\s+/g, ' ').trim(), ownToursLimits.nameLength) || null
}

/** Without the ways between the pieces. */
export function lengthOf(pieces: readonly (readonly OwnFix[])[]): number {
  let metres = 0
  for (const piece of pieces) {
    let before: OwnFix | null = null
    for (const fix of piece) {
      if (before !== null) metres += distanceMetres(before, fix)
      before = fix
    }
  }
  return metres
}

/** Why nothing of a file was added. */
export type NothingAdded = 'all-known' | 'all-hidden' | 'without-times' | 'no-tours'

/** Null if something was. */
export function nothingAdded({ added, known, hidden, withoutTime }: PointCounts): NothingAdded | null {
  if (added > 0) return null
  if (known > 0) return 'all-known'
  if (hidden > 0) return 'all-hidden'
  return withoutTime > 0 ? 'without-times' : 'no-tours'
}
