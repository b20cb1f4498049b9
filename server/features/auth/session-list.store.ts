import type { Session } from '#contract/auth/auth.ts'
import { knownClientName } from '#domain/auth/client-name.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import type { Database } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'

export type SessionListStore = ReturnType<typeof createSessionListStore>

/** The sessions of an account, as its owner sees and ends them. */
export function createSessionListStore(database: Database) {
  return {
    async sessions(userId: string, now: Date): Promise<Omit<Session, 'current'>[]> {
      const rows = await database
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .orderBy('last_used_at', 'desc')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        client: row.client,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at.toISOString(),
      }))
    },

    async endOtherSessions(userId: string, keptSessionId: string, at: Date): Promise<void> {
      await inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const ended = await transaction
          .deleteFrom('sessions')
          .where('user_id', '=', userId)
          .where('id', '!=', keptSessionId)
          .returning('id')
          .execute()
        if (ended.length === 0) return
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'other-sessions-ended', at })
      })
    },

    endSession(userId: string, sessionId: string, at: Date): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const row = await transaction
          .deleteFrom('sessions')
          .where('id', '=', sessionId)
          .where('user_id', '=', userId)
          .returning('client')
          .executeTakeFirst()
        if (row === undefined) return false
        const detail = knownClientName(row.client)
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'session-ended', detail, at })
        return true
      })
    },
  }
}
