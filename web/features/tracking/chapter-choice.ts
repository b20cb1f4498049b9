import type { Range } from '#contract/tracking.ts'
import type { Chapter } from '#domain/trips.ts'

/** A chapter that was chosen among those of a search's answer. */
export interface ChapterChoice {
  /** The search, by identity: the answer to another one begins without a choice. */
  answered: Range | null
  chapter: Chapter
}

/** What of a history is looked at, by identity: the whole answer to a search, or a choice in it. */
export type Occasion = Range | ChapterChoice | null

/**
 * Where the chosen chapter is by now: a ride that goes on grows, and what grows too old is cut off its beginning.
 * @returns the index of the chapter of its kind in which its middle lies; null where there is none any more.
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
