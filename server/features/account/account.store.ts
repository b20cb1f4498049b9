import { sql } from 'kysely'
import type { Session } from '#contract/auth.ts'
import { knownClientName } from '#domain/auth/client-name.ts'
import { recordActivity } from '#server/db/activity-log.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { whileHolding } from '#server/db/locks.ts'

export type AccountStore = ReturnType<typeof createAccountStore>

/** What signed-in users see and change of their own account. */
export function createAccountStore(database: Database) {
  /** Changes the account with an address. False if there is none. */
  const bySupport = async (email: string, change: (transaction: Queries, userId: string) => Promise<void>) => {
    const found = await database.selectFrom('users').select('id').where(byEmail(email)).executeTakeFirst()
    if (found === undefined) return false
    return whileHolding(database, { accounts: [found.id] }, async (transaction) => {
      const still = await transaction
        .selectFrom('users')
        .select('id')
        .where('id', '=', found.id)
        .where(byEmail(email))
        .executeTakeFirst()
      if (still === undefined) return false
      await change(transaction, found.id)
      return true
    })
  }

  return {
    /** The owner of an uploaded picture; null if there is no such picture. */
    async ownerOfPicture(pictureId: string): Promise<string | null> {
      const row = await database.selectFrom('uploads').select('user_id').where('id', '=', pictureId).executeTakeFirst()
      return row?.user_id ?? null
    },

    /** Shows this picture of the user and deletes the others. False if it no longer exists. */
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

    enable(email: string, at: Date): Promise<boolean> {
      return bySupport(email, async (transaction, userId) => {
        await transaction.updateTable('users').set({ disabled_at: null }).where('id', '=', userId).execute()
        await recordActivity(transaction, { userId, actor: 'support', kind: 'account-enabled', at })
      })
    },

    /** For the operator: both stages must be verified again. Sessions continue at the stage that is left. */
    unverify(email: string, at: Date): Promise<boolean> {
      return bySupport(email, async (transaction, userId) => {
        await transaction
          .updateTable('users')
          .set({ email_verified_at: null, imei_verified_at: null, unverified_at: at })
          .where('id', '=', userId)
          .execute()
        await recordActivity(transaction, { userId, actor: 'support', kind: 'account-unverified', at })
      })
    },

    async endOtherSessions(userId: string, keptSessionId: string, at: Date): Promise<void> {
      await whileHolding(database, { accounts: [userId] }, async (transaction) => {
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
      return whileHolding(database, { accounts: [userId] }, async (transaction) => {
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

function byEmail(email: string) {
  return sql<boolean>`lower(users.email) = ${email.toLowerCase()}`
}
