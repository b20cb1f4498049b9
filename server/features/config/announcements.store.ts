import type { Database } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { type BySupport, recordSupport } from '#server/db/shared/support-log.ts'

/** What is announced to everybody: for when, and in which words. */
export interface Announcement {
  text: string
  beginsAt: Date
  endsAt: Date
}

/** Announces something, in place of what was announced before; null: nothing any more. False if there was nothing. */
export function announce(
  database: Database,
  { announcement, by, at }: BySupport & { announcement: Announcement | null },
): Promise<boolean> {
  return inTransaction(database, { turn: 'announcement' }, async (transaction) => {
    const former = await transaction.deleteFrom('announcements').returning('ends_at').execute()
    if (announcement === null) {
      if (!former.some(({ ends_at: endsAt }) => endsAt > at)) return false
      await recordSupport(transaction, { kind: 'announcement-ended', userId: null, by, at })
      return true
    }
    const { text, beginsAt, endsAt } = announcement
    await transaction
      .insertInto('announcements')
      .values({ text, begins_at: beginsAt, ends_at: endsAt, made_at: at })
      .execute()
    await recordSupport(transaction, { kind: 'announced', userId: null, detail: text, by, at })
    return true
  })
}

/** What is announced and not over; null: nothing. */
export async function announced(database: Database, now: Date): Promise<Announcement | null> {
  const row = await database
    .selectFrom('announcements')
    .select(['text', 'begins_at as beginsAt', 'ends_at as endsAt'])
    .where('ends_at', '>', now)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ?? null
}
