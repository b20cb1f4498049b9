import type { Range } from '#contract/history/history.ts'
import type { Chapter } from '#domain/track/trips.ts'

/** A chapter that was chosen in the result of a search. */
export interface ChapterChoice {
  /** The search, by identity: the result of another one begins without a choice. */
  answered: Range | null
  chapter: Chapter
}

/** What the user looks at, by identity: the whole result of a search, or a chapter chosen in it. */
export type Occasion = Range | ChapterChoice | null

/**
 * The present index of the chosen chapter: a ride that goes on grows, and positions that become too old are cut off.
 * @returns the index of the chapter of the same kind that contains its middle; null if there is none any more.
 */
export function chosenAmong(
  chapters: readonly Chapter[],
  { chapter: { kind, start, end } }: ChapterChoice,
): number | null {
  const middle = (Date.parse(start) + Date.parse(end)) / 2
  const index = chapters.findIndex(
    (chapter) => chapter.kind === kind && Date.parse(chapter.start) <= middle && middle <= Date.parse(chapter.end),
  )
  return index === -1 ? null : index
}
