import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'

/** A sliding window: at most `max` attempts of a kind by one subject within `minutes`. */
export interface Rule {
  kind: string
  max: number
  minutes: number
}

export type Verdict = { allowed: true; remaining: number } | { allowed: false; retryAfterSeconds: number }

export interface Attempts {
  /** Counts one attempt, unless the window is already full. */
  take(rule: Rule, subject: string): Promise<Verdict>
  /** What `take` would say, without counting. */
  look(rule: Rule, subject: string): Promise<Verdict>
  /** Forgets a subject's attempts, after a success that proves them innocent. */
  forget(kind: string, subject: string): Promise<void>
  /** Removes what no window can see any more. */
  purge(olderThanMinutes: number): Promise<void>
}

/** Attempts counted in the database, so that neither a restart nor a second process resets them. */
export function createAttempts(database: Database, clock: Clock): Attempts {
  const window = async (queries: Database, rule: Rule, subject: string): Promise<Verdict> => {
    const now = clock.now()
    const since = new Date(now.getTime() - rule.minutes * 60_000)
    const rows = await queries
      .selectFrom('attempts')
      .select('at')
      .where('kind', '=', rule.kind)
      .where('subject', '=', subject)
      .where('at', '>', since)
      .orderBy('at', 'desc')
      .limit(rule.max)
      .execute()
    const oldest = rows[rule.max - 1]
    if (oldest === undefined) return { allowed: true, remaining: rule.max - rows.length }
    const free = oldest.at.getTime() + rule.minutes * 60_000
    return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((free - now.getTime()) / 1000)) }
  }

  return {
    look: (rule, subject) => window(database, rule, subject),

    take: (rule, subject) =>
      database.transaction().execute(async (transaction) => {
        // Two requests at once must not both see the last free place.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`${rule.kind} ${subject}`}, 0))`.execute(transaction)
        const verdict = await window(transaction, rule, subject)
        if (!verdict.allowed) return verdict
        await transaction.insertInto('attempts').values({ kind: rule.kind, subject, at: clock.now() }).execute()
        return { allowed: true, remaining: verdict.remaining - 1 }
      }),

    async forget(kind, subject) {
      await database.deleteFrom('attempts').where('kind', '=', kind).where('subject', '=', subject).execute()
    },

    async purge(olderThanMinutes) {
      const before = new Date(clock.now().getTime() - olderThanMinutes * 60_000)
      await database.deleteFrom('attempts').where('at', '<', before).execute()
    },
  }
}
