import type { Queries } from './database.ts'

/** Everything a source has now, and the number it is written under (`migrations/0006_editions_of_feeds.ts`). */
export interface Edition<Entry> {
  source: string
  attribution: string
  edition: number
  at: Date
  records: readonly Entry[]
  /** How many editions in a row may leave out a POI that has no end before it is removed; absent: none. */
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
  /** How many rows of a source are shown and not over yet, by kind. */
  present(source: string, now: Date): Promise<Record<string, number>>
  /**
   * Replaces all rows of a source at once, without holding the database for longer than a few rows take. New and changed
   * rows are written first, and nobody sees them yet. Then the rows that they replace and those that the source no longer
   * has are removed, and the edition is shown.
   * @param publish shows the edition, within the given transaction.
   */
  replace(next: Edition<Entry>, publish: (queries: Queries, changes: Changes) => Promise<void>): Promise<Changes>
}
