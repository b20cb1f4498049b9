import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import { cut } from '#contract/base/text.ts'

/** One note from what is known, without double blanks; null if nothing is known. */
export function noteOf(...parts: readonly (string | null | undefined)[]): string | null {
  const known = parts.map((part) => part?.replaceAll(/\s+/g, ' ').trim()).filter((part) => part)
  const note = known.join(' · ')
  return note === '' ? null : cut(note, feedsServerLimits.noteLength)
}
