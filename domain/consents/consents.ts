import type { ConsentActor, ConsentPurpose, ConsentState } from '#contract/consents/consents.ts'
import { currentVersion } from './texts.ts'

/** One thing that was said about a purpose: consent given, or withdrawn. */
export interface ConsentEntry {
  purpose: ConsentPurpose
  /** Of the text. */
  version: number
  given: boolean
  actor: ConsentActor
  at: Date
}

/** The last entry decides. @param entries of one account or device, oldest first. */
export function stateOfPurpose(entries: readonly ConsentEntry[], purpose: ConsentPurpose): ConsentState {
  const last = lastAbout(entries, purpose)
  return last === undefined ? 'never' : stateAfter(last)
}

/** What the last word about a purpose means now. */
export function stateAfter({
  purpose,
  version,
  given,
}: Pick<ConsentEntry, 'purpose' | 'version' | 'given'>): Exclude<ConsentState, 'never'> {
  if (!given) return 'withdrawn'
  return version === currentVersion(purpose) ? 'given' : 'asked-anew'
}

export function lastAbout<Entry extends ConsentEntry>(
  entries: readonly Entry[],
  purpose: ConsentPurpose,
): Entry | undefined {
  return entries.findLast((entry) => entry.purpose === purpose)
}
