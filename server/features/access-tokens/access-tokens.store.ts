import type { TokenScope } from '#contract/base/token-scope.ts'
import { berlinDay } from '#domain/time/time.ts'
import { accessTokenMail } from './access-token-mail.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { isSignedIn } from '#server/db/connection/live-session.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { isDatabaseAway } from '#server/platform/outage.ts'

export interface StoredAccessToken {
  id: string
  userId: string
  name: string
  scopes: TokenScope[]
  createdAt: Date
  expiresAt: Date
  /** A day in Germany; null: never. */
  lastUsedOn: string | null
}

type NewAccessToken = Omit<StoredAccessToken, 'lastUsedOn'>

export type AccessTokensStore = ReturnType<typeof createAccessTokensStore>

/** Tokens of programs, by their hashes. They go with the account, and with its credentials. */
export function createAccessTokensStore(database: Database, queue: Queue) {
  return {
    /** Newest first. */
    list: (userId: string): Promise<StoredAccessToken[]> =>
      tokenRows(database).where('user_id', '=', userId).orderBy('created_at', 'desc').orderBy('id').execute(),

    /**
     * Its owner gets an e-mail. `full`: the account has as many as it may that are valid. `signed out`: the session has ended
     * since the call was admitted.
     */
    add(
      token: NewAccessToken,
      { sessionId, tokenHash, most }: { sessionId: string; tokenHash: Buffer; most: number },
    ): Promise<StoredAccessToken | 'full' | 'signed out'> {
      const { id, userId, name, scopes, createdAt: at, expiresAt } = token
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        if (!(await isSignedIn(transaction, sessionId))) return 'signed out'
        const valid = await tokenRows(transaction).where('user_id', '=', userId).where('expires_at', '>', at).execute()
        if (valid.length >= most) return 'full'
        await transaction
          .insertInto('access_tokens')
          .values({
            id,
            user_id: userId,
            name,
            scopes,
            token_hash: tokenHash,
            created_at: at,
            expires_at: expiresAt,
            last_used_on: null,
          })
          .execute()
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'access-token-made', detail: name, at })
        await queue.enqueue(transaction, accessTokenMail, { accessTokenId: id })
        return { ...token, lastUsedOn: null }
      })
    },

    /** False if the user has no such token. */
    remove({ userId, id, at }: { userId: string; id: string; at: Date }): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const removed = await transaction
          .deleteFrom('access_tokens')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returning('name')
          .executeTakeFirst()
        if (removed === undefined) return false
        const { name: detail } = removed
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'access-token-revoked', detail, at })
        return true
      })
    },

    /**
     * The token with this hash while it is valid. Its first use on a day is noted; a program that only reads is not held up
     * while nothing can be changed.
     */
    async use(tokenHash: Buffer, now: Date): Promise<StoredAccessToken | null> {
      const token = await tokenRows(database)
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      if (token === undefined) return null
      const today = berlinDay(now.toISOString())
      if (token.lastUsedOn !== today) {
        await database
          .updateTable('access_tokens')
          .set({ last_used_on: today })
          .where('id', '=', token.id)
          .where('last_used_on', 'is distinct from', today)
          .execute()
          .catch((error: unknown) => {
            if (!isDatabaseAway(error)) throw error
          })
      }
      return token
    },

    /** Whom to notify that a token was made; null if it is gone. */
    async madeFor(id: string): Promise<Made | null> {
      const made = await database
        .selectFrom('access_tokens')
        .innerJoin('users', 'users.id', 'access_tokens.user_id')
        .select(['users.id as userId', 'users.email', 'name', 'scopes'])
        .select(['access_tokens.created_at as createdAt', 'access_tokens.expires_at as expiresAt'])
        .where('access_tokens.id', '=', id)
        .executeTakeFirst()
      return made ?? null
    },
  }
}

type Made = Pick<NewAccessToken, 'userId' | 'name' | 'scopes' | 'createdAt' | 'expiresAt'> & { email: string }

function tokenRows(queries: Queries) {
  return queries
    .selectFrom('access_tokens')
    .select([
      'id',
      'user_id as userId',
      'name',
      'scopes',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'last_used_on as lastUsedOn',
    ])
}
