import { serverLimits } from '#contract/server-limits.ts'

/** One note from what is known, without doubled blanks; null where nothing is. */
export function noteOf(...parts: readonly (string | null | undefined)[]): string | null {
  const known = parts.map((part) => part?.replaceAll(/\s+/g, ' ').trim()).filter((part) => part)
  const note = known.join(' · ')
  return note === '' ? null : note.slice(0, serverLimits.feeds.noteLength).toWellFormed()
}
