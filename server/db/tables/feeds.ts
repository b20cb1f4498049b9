import type { ColumnType, Generated } from 'kysely'

export interface FeedsTables {
  feed_states: {
    feed: string
    last_attempt_at: Date
    last_success_at: Date | null
    last_error: string | null
    /** How many attempts in a row have failed. */
    failures: Generated<number>
    /** The source asked for a pause until then. */
    not_before: Date | null
    /** Counts of the last good import. */
    outcome: ColumnType<Record<string, number> | null, string | undefined, string>
    /** The edition that is shown. */
    edition: Generated<number>
    /** Since when an import runs. */
    importing_since: Date | null
    /** The source's name for the state that was imported last. */
    etag: string | null
    /** How few of each kind the source named when that was not believed, and since when; null while it is believed. */
    doubt: ColumnType<Record<string, number> | null, string | null | undefined, string | null>
    doubted_since: Date | null
  }
}
