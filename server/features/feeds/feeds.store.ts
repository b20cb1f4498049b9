import { sql } from 'kysely'
import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import type { Instant } from '#contract/base/place.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import type { SourceDoubt } from '#domain/feeds/shrinking-sources.ts'

/** The outcome of a source's imports. */
export interface FeedState {
  feed: string
  lastAttemptAt: Instant
  lastSuccessAt: Instant | null
  /** Why the last attempt failed; null if it did not. */
  lastError: string | null
  /** How many attempts in a row have failed. */
  failures: number
  /** The source asked for a pause until then. */
  notBefore: Instant | null
  /** Counts of the last good import. */
  outcome: Record<string, number> | null
}

/** A running import: the edition it writes, and when it began, which identifies it. */
export interface Begun {
  feed: string
  edition: number
  at: Date
}

/** Resets the failures of a source that was believed. */
const believed = { last_error: null, failures: 0, not_before: null, doubt: null, doubted_since: null } as const

export type FeedsStore = ReturnType<typeof createFeedsStore>

/** The state of each source, and which edition of its rows is shown. */
export function createFeedsStore(database: Database) {
  return {
    /** Starts an import of a source; null while another one runs. */
    async begin(feed: string, at: Date): Promise<Begun | null> {
      const values = { last_attempt_at: at, importing_since: at }
      const patience = feedsServerLimits.importMinutes * 60
      const row = await database
        .insertInto('feed_states')
        .values({ feed, ...values })
        .onConflict((conflict) =>
          conflict
            .column('feed')
            .doUpdateSet(values)
            .where(
              sql<boolean>`coalesce(abs(extract(epoch from feed_states.importing_since - ${at})) > ${patience}, true)`,
            ),
        )
        .returning('edition')
        .executeTakeFirst()
      return row === undefined ? null : { feed, edition: row.edition + 1, at }
    },

    /** Shows the edition that was written, in one transaction with the removal of what it replaces. */
    async publish(
      queries: Queries,
      { feed, edition, at }: Begun,
      result: { outcome: Record<string, number>; etag: string | null },
    ): Promise<void> {
      const published = await queries
        .updateTable('feed_states')
        .set({
          edition,
          last_success_at: at,
          ...believed,
          outcome: JSON.stringify(result.outcome),
          etag: result.etag,
          importing_since: null,
        })
        .where('feed', '=', feed)
        .where('importing_since', '=', at)
        .executeTakeFirst()
      if (published.numUpdatedRows !== 1n) throw new Error(`another import of ${feed} has begun meanwhile`)
    },

    /** Allows the next import after one that did not finish. */
    async abandon({ feed, at }: Begun): Promise<void> {
      await database
        .updateTable('feed_states')
        .set({ importing_since: null })
        .where('feed', '=', feed)
        .where('importing_since', '=', at)
        .execute()
    },

    /** Records why nothing was imported; what is shown stays. */
    async failed(
      feed: string,
      at: Date,
      { reason, notBefore, doubt }: { reason: string; notBefore: Date | null; doubt: SourceDoubt | null },
    ): Promise<void> {
      const values = {
        last_attempt_at: at,
        last_error: reason,
        not_before: notBefore,
        // A single failed attempt in between does not change what the next one is compared with.
        ...(doubt !== null && { doubt: JSON.stringify(doubt.named), doubted_since: doubt.since }),
      }
      await database
        .insertInto('feed_states')
        .values({ feed, ...values, failures: 1 })
        .onConflict((conflict) =>
          conflict.column('feed').doUpdateSet({ ...values, failures: sql`least(feed_states.failures + 1, 1000)` }),
        )
        .execute()
    },

    /** Records that the source still has the state that was imported last. */
    async unchanged(feed: string, at: Date): Promise<void> {
      await database
        .updateTable('feed_states')
        .set({
          last_attempt_at: at,
          last_success_at: at,
          ...believed,
        })
        .where('feed', '=', feed)
        .execute()
    },

    /** The edition of a source that is shown; 0: nothing was imported yet. */
    async edition(feed: string): Promise<number> {
      const row = await database.selectFrom('feed_states').select('edition').where('feed', '=', feed).executeTakeFirst()
      return row?.edition ?? 0
    },

    /** The source's name for the state that was imported last. */
    async etag(feed: string): Promise<string | null> {
      const row = await database.selectFrom('feed_states').select('etag').where('feed', '=', feed).executeTakeFirst()
      return row?.etag ?? null
    },

    /** Counts at the last attempt that were too low to be believed; null if it was believed. */
    async doubt(feed: string): Promise<SourceDoubt | null> {
      const row = await database
        .selectFrom('feed_states')
        .select(['doubt', 'doubted_since'])
        .where('feed', '=', feed)
        .executeTakeFirst()
      if (row === undefined || row.doubt === null || row.doubted_since === null) return null
      return { named: row.doubt, since: row.doubted_since }
    },

    async list(): Promise<FeedState[]> {
      const rows = await database.selectFrom('feed_states').selectAll().orderBy('feed').execute()
      return rows.map((row) => ({
        feed: row.feed,
        lastAttemptAt: row.last_attempt_at.toISOString(),
        lastSuccessAt: row.last_success_at?.toISOString() ?? null,
        lastError: row.last_error,
        failures: row.failures,
        notBefore: row.not_before?.toISOString() ?? null,
        outcome: row.outcome,
      }))
    },
  }
}
