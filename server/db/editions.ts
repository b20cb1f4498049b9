import type { Queries } from '#server/db/database.ts'

/** Everything a source has now, and the number it is written under (`migrations/0006_editions_of_feeds.ts`). */
export interface Edition<Entry> {
  source: string
  attribution: string
  edition: number
  at: Date
  records: readonly Entry[]
  /** How many editions in a row may leave out a POI without an end before it is gone; absent: none. */
  absences?: number
}

/** How the shown rows of a source changed. */
export interface Changes {
  added: number
  changed: number
  removed: number
}

/** Where a source's records are written to. */
export interface ImportTarget<Entry> {
  /** How many rows of a source are shown that are not over, by kind. */
  present(source: string, now: Date): Promise<Record<string, number>>
  /**
   * Replaces all rows of a source at once, without holding the database for longer than a few rows take: what is new
   * or different is written unseen, then what that replaces and what the source no longer has is removed and the
   * edition shown.
   * @param publish shows the edition, within the given transaction.
   */
  replace(next: Edition<Entry>, publish: (queries: Queries, changes: Changes) => Promise<void>): Promise<Changes>
}
