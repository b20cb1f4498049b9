import { type ExpressionBuilder, sql } from 'kysely'
import { accountLimits } from '#contract/account/account-limits.ts'
import { demoSessionsServerLimits } from '#contract/limits/demo-limits.ts'
import { dayMs, hourMs, minuteMs } from '#contract/base/time-units.ts'
import { knownClientName } from '#domain/auth/client-name.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import type { Tables } from '#server/registers.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { batchQueries } from '#server/platform/batch-queries.ts'
import { isDatabaseAway } from '#server/platform/outage.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { type Account, accountOf } from './accounts.store.ts'
import { newBrowserMail } from './auth-mails.ts'
import { registrationsSince } from './registration/password-confirmations.store.ts'

/**
 * What a sign-in was proved by, as it was stored then; with a password, whether the second factor was given, too. The secret of
 * a registration is that of the browser in which the password was confirmed: good for one session of a finished account.
 */
export type SignInProof = { passwordHash: string; secondFactor?: boolean } | { passkeyId: string } | RegistrationProof

interface RegistrationProof {
  registrationSecretHash: Buffer
}

export type SessionsStore = ReturnType<typeof createSessionsStore>

/** Who is signed in, and from which browsers. Tokens are passed in and looked up only by their SHA-256. */
export function createSessionsStore(database: Database, queue: Queue) {
  // Almost every call asks for its session. The answer is not cached: a session that ends has ended for the next call.
  const sessionOf = batchQueries((tokenHashes: readonly Buffer[]) => sessionsOf(database, tokenHashes))

  return {
    /**
     * Begins a session with the password or the passkey that was checked. Null if the account no longer has it, is disabled,
     * or has a second factor besides the password that was not given. The row is locked, so no change of it misses this
     * session. An e-mail reports a browser that is new to the account.
     */
    async createSession(session: NewSession & SignInProof): Promise<BegunSession | null> {
      return inTransaction(database, { accounts: [session.userId] }, async (transaction) => {
        const account = await transaction
          .selectFrom('users')
          .select(['email', 'demo'])
          .where('id', '=', session.userId)
          .where(isStillValid(session, session.at))
          .where('disabled_at', 'is', null)
          .executeTakeFirst()
        if (account === undefined) return null
        // As long ago as the password was confirmed: what a browser kept for hours is no proof of who holds it now.
        const confirmedAt =
          'registrationSecretHash' in session ? await useSecret(transaction, session.userId) : session.at
        await transaction
          .insertInto('sessions')
          .values({
            id: session.id,
            user_id: session.userId,
            token_hash: session.tokenHash,
            sign_out_hash: session.signOutHash ?? null,
            client: session.client,
            created_at: session.at,
            last_used_at: session.at,
            confirmed_at: confirmedAt,
            expires_at: sessionEnd(session.at, session.at, account.demo),
          })
          .execute()
        if (account.demo) {
          await endOldestSessions(transaction, session.userId)
          return { browser: 'known' }
        }
        const browser = await noteBrowser(transaction, session)
        await recordActivity(transaction, {
          userId: session.userId,
          actor: 'owner',
          kind: browser === 'new' ? 'signed-in-new-browser' : 'signed-in',
          detail: knownClientName(session.client) + ('passkeyId' in session ? ' mit Passkey' : ''),
          at: session.at,
        })
        if (browser === 'new') {
          const { userId, client, at } = session
          const mail = { userId, email: account.email, client, at: at.toISOString() }
          await queue.enqueue(transaction, newBrowserMail, mail)
        }
        return { browser }
      })
    },

    /**
     * The valid session of a token with its account. Its use is recorded at most once a minute; who only reads is not held up
     * while nothing can be changed.
     * @param signOutHash is stored with it: a session that began before there was one, or in the version before, has none.
     */
    async useSession(tokenHash: Buffer, now: Date, signOutHash?: () => Buffer): Promise<UsedSession | null> {
      const session = await sessionOf(tokenHash)
      if (session === null || session.expires_at <= now) return null
      if (now.getTime() - session.last_used_at.getTime() > minuteMs) {
        await database
          .updateTable('sessions')
          .set({
            last_used_at: now,
            expires_at: sessionEnd(now, session.session_created_at, session.demo),
            ...(signOutHash !== undefined && { sign_out_hash: signOutHash() }),
          })
          .where('id', '=', session.session_id)
          .execute()
          .catch((error: unknown) => {
            if (!isDatabaseAway(error)) throw error
          })
      }
      return { sessionId: session.session_id, confirmedAt: session.confirmed_at, account: accountOf(session) }
    },

    /** Whether the password that an account has now was confirmed in the browser with this secret, within a day. */
    async isConfirmedThere(userId: string, { registrationSecretHash }: RegistrationProof, at: Date): Promise<boolean> {
      const secret = await database
        .selectFrom('registration_secrets')
        .innerJoin('users', 'users.id', 'registration_secrets.user_id')
        .select('users.id')
        .where('users.id', '=', userId)
        .where('secret_hash', '=', registrationSecretHash)
        .whereRef('registration_secrets.created_at', '=', 'users.password_confirmed_at')
        .where('registration_secrets.created_at', '>', registrationsSince(at))
        .executeTakeFirst()
      return secret !== undefined
    },

    /**
     * Notes that the session's owner has proved who they are.
     * @param confirmation.proof what was checked; a second factor was used up by that.
     * @returns false if the session has ended, or if what was checked is no longer enough.
     */
    async confirmSession({ sessionId, proof, at }: Confirmation): Promise<boolean> {
      const row = await database
        .updateTable('sessions')
        .from('users')
        .set({ confirmed_at: at })
        .where('sessions.id', '=', sessionId)
        .whereRef('users.id', '=', 'sessions.user_id')
        .where((builder) => (proof === 'second-factor' ? builder.lit(true) : isStillValid(proof, at)(builder)))
        .returning('sessions.id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** By the hash of its token, or of the key that was kept to sign out later. */
    async endSession(by: { tokenHash: Buffer } | { signOutHash: Buffer }, at: Date): Promise<void> {
      const [column, hash] =
        'tokenHash' in by ? (['token_hash', by.tokenHash] as const) : (['sign_out_hash', by.signOutHash] as const)
      const sessions = await database.selectFrom('sessions').select('user_id').where(column, '=', hash).execute()
      await inTransaction(database, { accounts: sessions.map(({ user_id }) => user_id) }, async (transaction) => {
        const ended = await transaction
          .deleteFrom('sessions')
          .where(column, '=', hash)
          .returning(['user_id', 'client'])
          .executeTakeFirst()
        if (ended === undefined) return
        const { user_id: userId, client } = ended
        await recordActivity(transaction, {
          userId,
          actor: 'owner',
          kind: 'signed-out',
          detail: knownClientName(client),
          at,
        })
      })
    },

    /** What a browser is known by that was signed in to the account before; null if it was not. */
    async knownBrowser(userId: string, browserKey: string): Promise<string | null> {
      const hash = hashOfBrowser(userId, browserKey)
      const row = await database
        .selectFrom('known_browsers')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('browser_hash', '=', hash)
        .executeTakeFirst()
      return row === undefined ? null : hash.toString('hex')
    },
  }
}

/** It matches only this account. */
const hashOfBrowser = (userId: string, browserKey: string) => hashOf(`${userId} with ${browserKey}`)

interface Confirmation {
  sessionId: string
  proof: Exclude<SignInProof, RegistrationProof> | 'second-factor'
  at: Date
}

interface UsedSession {
  sessionId: string
  confirmedAt: Date | null
  account: Account
}

/** Whether an account may still be entered by what was checked. */
function isStillValid(proof: SignInProof, at: Date) {
  return ({ eb, and, not, exists, selectFrom }: ExpressionBuilder<Tables, 'users'>) => {
    if ('passkeyId' in proof) {
      const passkey = selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.user_id', '=', 'users.id')
      return exists(passkey.where('passkeys.id', '=', proof.passkeyId))
    }
    const secondFactor = selectFrom('second_factors')
      .select('second_factors.user_id')
      .whereRef('second_factors.user_id', '=', 'users.id')
      .where('second_factors.confirmed_at', 'is not', null)
    if ('registrationSecretHash' in proof) {
      const secret = selectFrom('registration_secrets')
        .select('registration_secrets.user_id')
        .whereRef('registration_secrets.user_id', '=', 'users.id')
        .where('registration_secrets.secret_hash', '=', proof.registrationSecretHash)
        .whereRef('registration_secrets.created_at', '=', 'users.password_confirmed_at')
        .where('registration_secrets.created_at', '>', registrationsSince(at))
      return and([eb('users.imei_verified_at', 'is not', null), exists(secret), not(exists(secondFactor))])
    }
    const hasPassword = eb('users.password_hash', '=', proof.passwordHash)
    return proof.secondFactor === true ? hasPassword : and([hasPassword, not(exists(secondFactor))])
  }
}

interface NewSession {
  id: string
  userId: string
  tokenHash: Buffer
  /** Of the key that ends it later; without one it ends by its token only. */
  signOutHash?: Buffer
  client: string
  /** What the browser keeps to be recognised by. Without it, a browser is recognised by its name for itself. */
  browserKey?: string
  at: Date
}

/** Whether the account was signed in to from that browser before; `first` if it never was from any. */
export interface BegunSession {
  browser: 'first' | 'known' | 'new'
}

/** @returns when it was made. */
async function useSecret(transaction: Queries, userId: string): Promise<Date> {
  const used = transaction.deleteFrom('registration_secrets').where('user_id', '=', userId).returning('created_at')
  return (await used.executeTakeFirstOrThrow()).created_at
}

/** Remembers the browser as a hash that matches only this account. The account is held. */
async function noteBrowser(
  transaction: Queries,
  { userId, browserKey, client, at }: { userId: string; browserKey?: string; client: string; at: Date },
): Promise<BegunSession['browser']> {
  const hash = browserKey === undefined ? hashOf(`${userId} called ${client}`) : hashOfBrowser(userId, browserKey)
  const known = await transaction
    .selectFrom('known_browsers')
    .select('browser_hash')
    .where('user_id', '=', userId)
    .execute()
  await transaction
    .insertInto('known_browsers')
    .values({ user_id: userId, browser_hash: hash, last_used_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'browser_hash']).doUpdateSet({ last_used_at: at }))
    .execute()
  if (known.length === 0) return 'first'
  return known.some(({ browser_hash }) => browser_hash.equals(hash)) ? 'known' : 'new'
}

/** For each token its session with the account, or null. */
async function sessionsOf(queries: Queries, tokenHashes: readonly Buffer[]) {
  const rows = await queries
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('alarm_email_returns', 'alarm_email_returns.user_id', 'users.id')
    .selectAll('users')
    .select('returned_at')
    .select(['token_hash', 'sessions.id as session_id', 'last_used_at', 'expires_at', 'confirmed_at'])
    .select('sessions.created_at as session_created_at')
    .where(sql<boolean>`token_hash = any(${tokenHashes}::bytea[])`)
    .execute()
  const found = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]))
  return tokenHashes.map((hash) => found.get(hash.toString('base64')) ?? null)
}

/** Nobody signs out of the demo account, so only a limited number of its sessions is kept. */
async function endOldestSessions(queries: Queries, userId: string): Promise<void> {
  const kept = queries
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(demoSessionsServerLimits.most)
  await queries.deleteFrom('sessions').where('user_id', '=', userId).where('id', 'not in', kept).execute()
}

/** A session ends when it has been unused for long, and at the latest at its longest age; a demo session much sooner. */
function sessionEnd(lastUse: Date, begin: Date, demo: boolean): Date {
  if (demo) return new Date(begin.getTime() + demoSessionsServerLimits.hours * hourMs)
  const { sessionDays, longestSessionDays } = accountLimits
  return new Date(Math.min(lastUse.getTime() + sessionDays * dayMs, begin.getTime() + longestSessionDays * dayMs))
}
