import { sql } from 'kysely'
import type { Session } from '#contract/auth.ts'
import type { Database } from '#server/db/database.ts'
import { whileHolding } from '#server/db/locks.ts'

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

    /** Whose an uploaded picture is; null where there is none. */
    async ownerOfPicture(pictureId: string): Promise<string | null> {
      const row = await database.selectFrom('uploads').select('user_id').where('id', '=', pictureId).executeTakeFirst()
      return row?.user_id ?? null
    },

    /** Shows this picture of the user's and keeps no other. False where it is not there any more. */
    choosePicture(userId: string, pictureId: string | null): Promise<boolean> {
      return whileHolding(database, { accounts: [userId] }, async (transaction) => {
        const picture = await transaction
          .selectFrom('uploads')
          .select('id')
          .where('id', '=', pictureId)
          .where('user_id', '=', userId)
          .executeTakeFirst()
        if (pictureId !== null && picture === undefined) return false
        await transaction.updateTable('users').set({ picture_id: pictureId }).where('id', '=', userId).execute()
        await transaction
          .deleteFrom('uploads')
          .where('user_id', '=', userId)
          .where('id', '!=', pictureId ?? '')
          .execute()
        return true
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

    async enable(email: string): Promise<boolean> {
      const row = await database
        .updateTable('users')
        .set({ disabled_at: null })
        .where(byEmail(email))
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** For the operator: both stages must be proved again; sessions go on, at the stage that is left. */
    async unverify(email: string, at: Date): Promise<boolean> {
      const row = await database
        .updateTable('users')
        .set({ email_verified_at: null, imei_verified_at: null, unverified_at: at })
        .where(byEmail(email))
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async endOtherSessions(userId: string, keptSessionId: string): Promise<void> {
      await whileHolding(database, { accounts: [userId] }, async (transaction) => {
        await transaction
          .deleteFrom('sessions')
          .where('user_id', '=', userId)
          .where('id', '!=', keptSessionId)
          .execute()
      })
    },

    endSession(userId: string, sessionId: string): Promise<boolean> {
      return whileHolding(database, { accounts: [userId] }, async (transaction) => {
        const row = await transaction
          .deleteFrom('sessions')
          .where('id', '=', sessionId)
          .where('user_id', '=', userId)
          .returning('id')
          .executeTakeFirst()
        return row !== undefined
      })
    },
  }
}

function byEmail(email: string) {
  return sql<boolean>`lower(users.email) = ${email.toLowerCase()}`
}
