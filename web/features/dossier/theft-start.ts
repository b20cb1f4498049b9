import type { Dossier, DossierState } from '#contract/dossier.ts'
import type { Instant } from '#contract/place.ts'
import { isAway, sinceMistake } from '#domain/dossier/dossier.ts'

/**
 * Since when a state may be reported to be so: the first known time that can be true. Null: now.
 * @param movedSince when the vehicle last began to move; null if that is not known.
 */
export function proposedStart(
  dossier: Pick<Dossier, 'changes' | 'suggestion' | 'movedSince'>,
  state: DossierState,
  movedSince: Instant | null,
  now: Date,
): Instant | null {
  if (!isAway(state)) return null
  const known = [movedSince, dossier.suggestion?.seenAt ?? null, dossier.movedSince]
  return known.find((since) => since !== null && startMistake(since, dossier, now) === null) ?? null
}

/** What is wrong with a start, in words; null if it may be reported. */
export function startMistake(since: Instant, { changes: [last] }: Pick<Dossier, 'changes'>, now: Date): string | null {
  const previous = last && { ...last, since: new Date(last.since), setAt: new Date(last.setAt) }
  return sinceMistake(new Date(since), previous, now)
}
