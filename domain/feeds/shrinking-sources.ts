import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'

/** How many there are of each kind. */
export type CountsByKind = Readonly<Record<string, number>>

/** A source that named too little to be believed yet: how much of each kind, and since when. */
export interface SourceDoubt {
  named: CountsByKind
  since: Date
}

const { shrinkingShare, shrinkingLeast, secondLookMinutes } = feedsServerLimits

/**
 * A truncated answer can look complete: a search returns what it had found by then. So a source that names much less of a
 * kind than is shown is believed only when it says so again, some time later.
 * @param earlier the doubt after its last answer.
 */
export function doubtOf(
  named: CountsByKind,
  shown: CountsByKind,
  earlier: SourceDoubt | null,
  now: Date,
): SourceDoubt | null {
  const shrunk = Object.entries(shown)
    .filter(([kind, count]) => count >= shrinkingLeast && isMuchLess(named[kind] ?? 0, count))
    .map(([kind]) => [kind, named[kind] ?? 0] as const)
  if (shrunk.length === 0) return null
  const doubted = Object.fromEntries(shrunk)
  const isSaidAgain =
    earlier !== null &&
    shrunk.every(([kind, count]) => {
      const before = earlier.named[kind]
      return before !== undefined && !isMuchLess(count, before)
    })
  if (!isSaidAgain) return { named: doubted, since: now }
  const isLater = now.getTime() - earlier.since.getTime() >= secondLookMinutes * minuteMs
  return isLater ? null : { named: doubted, since: earlier.since }
}

/** Why such a source is not believed, in German; its full stop left out. */
export function doubtInWords({ named }: SourceDoubt, shown: CountsByKind): string {
  const kinds = Object.entries(named).map(([kind, count]) => `${count} statt ${shown[kind] ?? 0}`)
  return (
    `Die Quelle nennt viel weniger als bisher (${kinds.join(', ')}); der letzte gute Stand bleibt, ` +
    'bis sie es nach einer Stunde wieder sagt oder der Import mit --accept bestätigt wird'
  )
}

function isMuchLess(count: number, before: number): boolean {
  return count < before * (1 - shrinkingShare)
}
