import type { Session } from '#contract/auth.ts'
import type { Database } from '#server/db/database.ts'

export type AccountStore = ReturnType<typeof createAccountStore>

/** What a signed-in user sees and changes of the own account. */
export function createAccountStore(database: Database) {
  return {
    async passwordHash(userId: string): Promise<string> {
      const row = await database
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      return row.password_hash
    },

    async emailTaken(email: string): Promise<boolean> {
      const row = await database
        .selectFrom('users')
        .select('id')
        .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email.toLowerCase()))
        .executeTakeFirst()
      return row !== undefined
    },

    async setPendingEmail(userId: string, email: string): Promise<void> {
      await database.updateTable('users').set({ pending_email: email }).where('id', '=', userId).execute()
    },

    /** Sets a new password and ends every other session. */
    async changePassword(userId: string, passwordHash: string, keptSessionId: string): Promise<void> {
      await database.transaction().execute(async (transaction) => {
        await transaction.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
        await transaction
          .deleteFrom('sessions')
          .where('user_id', '=', userId)
          .where('id', '!=', keptSessionId)
          .execute()
      })
    },

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

    async endSession(userId: string, sessionId: string): Promise<boolean> {
      const row = await database
        .deleteFrom('sessions')
        .where('id', '=', sessionId)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
