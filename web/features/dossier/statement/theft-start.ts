import type { Dossier, DossierState } from '#contract/dossier/dossier.ts'
import type { Instant } from '#contract/base/place.ts'
import { isAway, sinceMistake } from '#domain/dossier/dossier.ts'

/** Since when a state may be reported to be so: since what the server knows of a movement, where that can be true. Null: now. */
export function proposedStart(
  dossier: Pick<Dossier, 'changes' | 'beganAt'>,
  state: DossierState,
  now: Date,
): Instant | null {
  const { beganAt } = dossier
  return isAway(state) && beganAt !== null && startMistake(beganAt, dossier, now) === null ? beganAt : null
}

/** What is wrong with a start, in words; null if it may be reported. */
export function startMistake(since: Instant, { changes: [last] }: Pick<Dossier, 'changes'>, now: Date): string | null {
  const previous = last && { ...last, since: new Date(last.since), setAt: new Date(last.setAt) }
  return sinceMistake(new Date(since), previous, now)
}
