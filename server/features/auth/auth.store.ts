import { sql } from 'kysely'
import type { User } from '#contract/auth.ts'
import { limits } from '#contract/limits.ts'
import { serverLimits } from '#contract/server-limits.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { whileHolding } from '#server/db/locks.ts'
import type { Tables } from '#server/db/tables.ts'
import { inOneQuestion } from '#server/in-one.ts'
import { hashOf } from '#server/secrets.ts'

export type TokenPurpose = Tables['email_tokens']['purpose']

/** A user with what only the server may know. */
export interface Account extends User {
  passwordHash: string
  /** Set or confirmed by who reads the mailbox. */
  passwordConfirmed: boolean
  disabled: boolean
}

export interface MailedToken {
  userId: string
  purpose: TokenPurpose
  email: string
  expiresAt: Date
  usedAt: Date | null
}

export type AuthStore = ReturnType<typeof createAuthStore>

/** Accounts, sessions and mailed tokens. Tokens come in and are looked up by their SHA-256 alone. */
export function createAuthStore(database: Database) {
  const accounts = () => database.selectFrom('users').selectAll('users')
  // Almost every call asks for its session. Nothing is kept of the answer: a session that ends has ended for the next call.
  const sessionOf = inOneQuestion((tokenHashes: readonly Buffer[]) => sessionsOf(database, tokenHashes))

  return {
    async accountByEmail(email: string): Promise<Account | null> {
      const row = await accounts()
        .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email.toLowerCase()))
        .executeTakeFirst()
      return row === undefined ? null : accountOf(row)
    },

    async accountById(id: string): Promise<Account | null> {
      const row = await accounts().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : accountOf(row)
    },

    /** Null when the address, in whatever case, already has an account. */
    async createAccount(account: {
      id: string
      email: string
      passwordHash: string
      createdAt: Date
    }): Promise<Account | null> {
      const row = await database
        .insertInto('users')
        .values({
          id: account.id,
          email: account.email,
          password_hash: account.passwordHash,
          created_at: account.createdAt,
          demo: false,
        })
        .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? null : accountOf(row)
    },

    async markEmailVerified(userId: string, at: Date): Promise<void> {
      await database
        .updateTable('users')
        .set({ email_verified_at: at })
        .where('id', '=', userId)
        .where('email_verified_at', 'is', null)
        .execute()
    },

    /**
     * Begins a session under the password that was checked.
     * False when that is no longer the account's, or it was disabled: holding the row, no change of it can miss this session.
     */
    async createSession(session: {
      id: string
      userId: string
      passwordHash: string
      tokenHash: Buffer
      client: string
      at: Date
    }): Promise<boolean> {
      return whileHolding(database, { accounts: [session.userId] }, async (transaction) => {
        const account = await transaction
          .selectFrom('users')
          .select('demo')
          .where('id', '=', session.userId)
          .where('password_hash', '=', session.passwordHash)
          .where('disabled_at', 'is', null)
          .executeTakeFirst()
        if (account === undefined) return false
        await transaction
          .insertInto('sessions')
          .values({
            id: session.id,
            user_id: session.userId,
            token_hash: session.tokenHash,
            client: session.client,
            created_at: session.at,
            last_used_at: session.at,
            expires_at: sessionEnd(session.at, session.at, account.demo),
          })
          .execute()
        if (account.demo) await endOldestSessions(transaction, session.userId)
        return true
      })
    },

    /** The living session of a token with its account; its use is noted at most once a minute. */
    async useSession(tokenHash: Buffer, now: Date): Promise<{ sessionId: string; account: Account } | null> {
      const session = await sessionOf(tokenHash)
      if (session === null || session.expires_at <= now) return null
      if (now.getTime() - session.last_used_at.getTime() > 60_000) {
        await database
          .updateTable('sessions')
          .set({ last_used_at: now, expires_at: sessionEnd(now, session.session_created_at, session.demo) })
          .where('id', '=', session.session_id)
          .execute()
      }
      return { sessionId: session.session_id, account: accountOf(session) }
    },

    /** From now on the network counts as the owner's. Kept as a hash that only fits this account. */
    async noteNetwork(userId: string, network: string, at: Date): Promise<void> {
      await database
        .insertInto('known_networks')
        .values({ user_id: userId, network_hash: hashOf(`${userId} ${network}`), last_used_at: at })
        .onConflict((conflict) => conflict.columns(['user_id', 'network_hash']).doUpdateSet({ last_used_at: at }))
        .execute()
    },

    async knowsNetwork(userId: string, network: string): Promise<boolean> {
      const row = await database
        .selectFrom('known_networks')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('network_hash', '=', hashOf(`${userId} ${network}`))
        .executeTakeFirst()
      return row !== undefined
    },

    async endSession(tokenHash: Buffer): Promise<void> {
      const sessions = await database
        .selectFrom('sessions')
        .select('user_id')
        .where('token_hash', '=', tokenHash)
        .execute()
      await whileHolding(database, { accounts: sessions.map(({ user_id }) => user_id) }, async (transaction) => {
        await transaction.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
      })
    },

    /**
     * Stores the token of an e-mail to an address.
     * False when the address is no longer the account's, or no longer the one that waits. Of resets only the newest counts.
     */
    async createToken(token: {
      hash: Buffer
      userId: string
      purpose: TokenPurpose
      email: string
      createdAt: Date
      expiresAt: Date
    }): Promise<boolean> {
      const column = token.purpose === 'change-email' ? 'pending_email' : 'email'
      return whileHolding(database, { accounts: [token.userId] }, async (transaction) => {
        const account = await transaction
          .selectFrom('users')
          .select('id')
          .where('id', '=', token.userId)
          .where(column, '=', token.email)
          .executeTakeFirst()
        if (account === undefined) return false
        if (token.purpose === 'password-reset') {
          await transaction
            .deleteFrom('email_tokens')
            .where('user_id', '=', token.userId)
            .where('purpose', '=', token.purpose)
            .where('used_at', 'is', null)
            .execute()
        }
        await transaction
          .insertInto('email_tokens')
          .values({
            token_hash: token.hash,
            user_id: token.userId,
            purpose: token.purpose,
            email: token.email,
            created_at: token.createdAt,
            expires_at: token.expiresAt,
          })
          .execute()
        return true
      })
    },

    async token(hash: Buffer, purposes: readonly TokenPurpose[]): Promise<MailedToken | null> {
      const row = await database
        .selectFrom('email_tokens')
        .selectAll()
        .where('token_hash', '=', hash)
        .where('purpose', 'in', purposes)
        .executeTakeFirst()
      if (row === undefined) return null
      const { user_id: userId, purpose, email, expires_at: expiresAt, used_at: usedAt } = row
      return { userId, purpose, email, expiresAt, usedAt }
    },

    /** True for the one caller who used it first. */
    async useToken(hash: Buffer, at: Date): Promise<boolean> {
      const used = await database
        .updateTable('email_tokens')
        .set({ used_at: at })
        .where('token_hash', '=', hash)
        .where('used_at', 'is', null)
        .returning('user_id')
        .executeTakeFirst()
      return used !== undefined
    },

    /**
     * Removes ended sessions, tokens that nobody can use any more, networks that are no longer used, and accounts whose
     * address was never confirmed.
     */
    async purge(now: Date): Promise<void> {
      const neverVerifiedSince = new Date(now.getTime() - serverLimits.purge.neverVerifiedDays * dayMs)
      const neverVerified = await neverVerifiedAccounts(database, neverVerifiedSince).select('id').execute()
      const longGone = new Date(now.getTime() - 30 * dayMs)
      const sessions = await database.selectFrom('sessions').select('user_id').where('expires_at', '<=', now).execute()
      const tokens = await database
        .selectFrom('email_tokens')
        .select('user_id')
        .where('expires_at', '<', longGone)
        .execute()
      const unused = new Date(now.getTime() - limits.account.knownNetworkDays * dayMs)
      const networks = await database
        .selectFrom('known_networks')
        .select('user_id')
        .where('last_used_at', '<', unused)
        .execute()
      const used = [...sessions, ...tokens, ...networks].map(({ user_id }) => user_id)
      const accounts = [...new Set([...used, ...neverVerified.map(({ id }) => id)])]
      const isTheirs = sql<boolean>`user_id = any(${accounts}::text[])`
      await whileHolding(database, { accounts }, async (transaction) => {
        await transaction.deleteFrom('sessions').where('expires_at', '<=', now).where(isTheirs).execute()
        await transaction.deleteFrom('email_tokens').where('expires_at', '<', longGone).where(isTheirs).execute()
        await transaction.deleteFrom('known_networks').where('last_used_at', '<', unused).where(isTheirs).execute()
        const ended = neverVerifiedAccounts(transaction, neverVerifiedSince).select('id')
        await transaction
          .deleteFrom('users')
          .where('id', 'in', ended)
          .where(sql<boolean>`id = any(${accounts}::text[])`)
          .execute()
      })
    },
  }
}

/** For each token its session with the account, null where there is none. */
async function sessionsOf(queries: Queries, tokenHashes: readonly Buffer[]) {
  const rows = await queries
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select(['token_hash', 'sessions.id as session_id', 'last_used_at', 'expires_at'])
    .select('sessions.created_at as session_created_at')
    .where(sql<boolean>`token_hash = any(${tokenHashes}::bytea[])`)
    .execute()
  const found = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]))
  return tokenHashes.map((hash) => found.get(hash.toString('base64')) ?? null)
}

const dayMs = 24 * 60 * 60_000

function neverVerifiedAccounts(queries: Queries, since: Date) {
  return queries
    .selectFrom('users')
    .where('email_verified_at', 'is', null)
    .where('unverified_at', 'is', null)
    .where('created_at', '<', since)
    .where('demo', '=', false)
}

/** Of the demo's account, which nobody signs out of, only so many sessions are kept. */
async function endOldestSessions(queries: Queries, userId: string): Promise<void> {
  const kept = queries
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(serverLimits.demoSessions.most)
  await queries.deleteFrom('sessions').where('user_id', '=', userId).where('id', 'not in', kept).execute()
}

/** A session ends when it was not used for long, and at last however much it was used; one of the demo much sooner. */
function sessionEnd(lastUse: Date, begin: Date, demo: boolean): Date {
  if (demo) return new Date(begin.getTime() + serverLimits.demoSessions.hours * 60 * 60_000)
  const { sessionDays, longestSessionDays } = limits.account
  return new Date(Math.min(lastUse.getTime() + sessionDays * dayMs, begin.getTime() + longestSessionDays * dayMs))
}

function accountOf(row: Tables['users']): Account {
  return {
    id: row.id,
    email: row.email,
    createdAt: row.created_at.toISOString(),
    emailVerified: row.email_verified_at !== null,
    imeiVerified: row.imei_verified_at !== null,
    ...(row.pending_email !== null && { pendingEmail: row.pending_email }),
    ...(row.email_returned_at !== null && { emailReturnedAt: row.email_returned_at.toISOString() }),
    ...(row.picture_id !== null && { pictureId: row.picture_id }),
    demo: row.demo,
    passwordHash: row.password_hash,
    passwordConfirmed: row.password_confirmed_at !== null,
    disabled: row.disabled_at !== null,
  }
}

/** Whether nothing of the registration is left to do; until then its e-mail can be sent again. */
export function isFinished({ emailVerified, imeiVerified }: Pick<User, 'emailVerified' | 'imeiVerified'>): boolean {
  return emailVerified && imeiVerified
}

/** What of an account its user may see. */
export function userOf({ passwordHash: _, passwordConfirmed: __, disabled: ___, ...user }: Account): User {
  return user
}
