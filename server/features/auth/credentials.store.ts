import { sql } from 'kysely'
import { accountLimits, accountServerLimits } from '#contract/account/account-limits.ts'
import { dayMs, hourMs } from '#contract/base/time-units.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { whileHolding, type Writing } from '#server/db/transactions/locks.ts'
import { isTakenBy } from '#server/db/transactions/unique.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { credentialChangeMail, emailChangeMail, emailChangeNotice } from '#server/mail/credential-mails.ts'
import { passwordResetMail } from './auth-mails.ts'

export type CredentialsStore = ReturnType<typeof createCredentialsStore>

/**
 * Every change of an account's credentials. In its own transaction, each invalidates what was issued before: sessions,
 * e-mailed links, a pending new address, the address of its calendar, and offers of its devices. Somebody who knew the old password keeps no access and
 * gets none of the devices. The e-mail that reports a change is queued in the same transaction.
 */
export function createCredentialsStore(database: Database, queue: Queue, hooks: Hooks) {
  /** The account that an e-mailed link belongs to. */
  const heldFor = async (tokenHash: Buffer) => {
    const links = await database
      .selectFrom('email_tokens')
      .select('user_id')
      .where('token_hash', '=', tokenHash)
      .execute()
    return { accounts: links.map(({ user_id }) => user_id) }
  }

  return {
    /**
     * Sets a new password and keeps one session.
     * @param change.provenHash the stored hash that the present password was checked against.
     * @returns false if the password has changed since it was checked.
     */
    async changePassword(change: {
      userId: string
      provenHash: string
      passwordHash: string
      keptSessionId: string
      at: Date
    }): Promise<boolean> {
      return whileHolding(database, { accounts: [change.userId] }, async (transaction) => {
        const row = await transaction
          .updateTable('users')
          .set({ password_hash: change.passwordHash })
          .where('id', '=', change.userId)
          .where('password_hash', '=', change.provenHash)
          .returning('email')
          .executeTakeFirst()
        if (row === undefined) return false
        await endHandedOut(transaction, hooks, { userId: change.userId, keptSessions: [change.keptSessionId] })
        await recordActivity(transaction, {
          userId: change.userId,
          actor: 'owner',
          kind: 'password-changed',
          at: change.at,
        })
        const mail = { userId: change.userId, email: row.email, change: 'password' } as const
        await queue.enqueue(transaction, credentialChangeMail, mail)
        return true
      })
    },

    /**
     * Sets the password for the owner of the e-mailed link. Reading it proves the address.
     * @returns that address, or null if the link has been used or has ended.
     */
    async resetPassword(reset: { tokenHash: Buffer; passwordHash: string; at: Date }): Promise<string | null> {
      return whileHolding(database, await heldFor(reset.tokenHash), async (transaction) => {
        const userId = await useToken(transaction, reset.tokenHash, reset.at)
        if (userId === null) return null
        const { email } = await transaction
          .updateTable('users')
          .set(({ fn, val }) => ({
            password_hash: reset.passwordHash,
            email_verified_at: fn.coalesce('email_verified_at', val(reset.at)),
            password_confirmed_at: reset.at,
          }))
          .where('id', '=', userId)
          .returning('email')
          .executeTakeFirstOrThrow()
        await endHandedOut(transaction, hooks, { userId })
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'password-reset', at: reset.at })
        await queue.enqueue(transaction, credentialChangeMail, { userId, email, change: 'password' })
        return email
      })
    },

    /**
     * Sets the password of an unfinished account, by the link that confirms or has confirmed its address: the person who
     * registered the address may not be its owner.
     * @param confirmation.tokenHash of a link that may already have been used, by a mail scanner or its reader.
     * @param confirmation.keptSessionId the session that sets it; it continues only if it belongs to the same account.
     * @returns the account's address, or null if the link is gone or for another address, or if the account is finished.
     */
    async confirmPassword(confirmation: {
      tokenHash: Buffer
      passwordHash: string
      keptSessionId: string | null
      at: Date
    }): Promise<string | null> {
      return whileHolding(database, await heldFor(confirmation.tokenHash), async (transaction) => {
        const row = await transaction
          .updateTable('users')
          .from('email_tokens')
          .set(({ fn, val }) => ({
            password_hash: confirmation.passwordHash,
            password_confirmed_at: confirmation.at,
            email_verified_at: fn.coalesce('users.email_verified_at', val(confirmation.at)),
          }))
          .where('email_tokens.token_hash', '=', confirmation.tokenHash)
          .where('email_tokens.purpose', '=', 'verify-email')
          .whereRef('users.id', '=', 'email_tokens.user_id')
          .whereRef('users.email', '=', 'email_tokens.email')
          .where('users.imei_verified_at', 'is', null)
          .returning(['users.id', 'users.email'])
          .executeTakeFirst()
        if (row === undefined) return null
        await useToken(transaction, confirmation.tokenHash, confirmation.at)
        const keptSessions = [confirmation.keptSessionId]
        await endHandedOut(transaction, hooks, { userId: row.id, keptSessions, formerHolder: 'unknown' })
        return row.email
      })
    },

    /**
     * Confirms the password of an unfinished account as it is, for a person who shows at once that they registered it in this
     * browser (the secret) and that they read the mailbox (the link's token, also a used one). Neither proves anything by
     * itself: somebody else may have registered the address, and the link may be opened by anybody who gets the e-mail.
     * @param confirmation.nextSecretHash takes the place of the secret, which is used up.
     * @returns the account's address; `ended` if the link is gone or for another address, or the account finished;
     * `other-browser` if the secret is not the account's, was used, or is too old.
     */
    async confirmHere(confirmation: {
      tokenHash: Buffer
      secretHash: Buffer
      nextSecretHash: Buffer
      at: Date
    }): Promise<{ email: string } | 'ended' | 'other-browser'> {
      const { tokenHash, at } = confirmation
      return whileHolding(database, await heldFor(tokenHash), async (transaction) => {
        const account = await transaction
          .selectFrom('users')
          .innerJoin('email_tokens', 'email_tokens.user_id', 'users.id')
          .select(['users.id', 'users.email', 'users.password_confirmed_at'])
          .where('email_tokens.token_hash', '=', tokenHash)
          .where('email_tokens.purpose', '=', 'verify-email')
          .where('email_tokens.expires_at', '>', at)
          .whereRef('users.email', '=', 'email_tokens.email')
          .where('users.imei_verified_at', 'is', null)
          .executeTakeFirst()
        if (account === undefined) return 'ended'
        if (account.password_confirmed_at !== null) return 'other-browser'
        const secret = await transaction
          .selectFrom('registration_secrets')
          .select('user_id')
          .where('user_id', '=', account.id)
          .where('secret_hash', '=', confirmation.secretHash)
          .where('created_at', '>', registrationsSince(at))
          .executeTakeFirst()
        if (secret === undefined) return 'other-browser'
        await transaction
          .updateTable('users')
          .set(({ fn, val }) => ({
            password_confirmed_at: at,
            email_verified_at: fn.coalesce('email_verified_at', val(at)),
          }))
          .where('id', '=', account.id)
          .execute()
        await useToken(transaction, tokenHash, at)
        await endHandedOut(transaction, hooks, { userId: account.id, formerHolder: 'unknown' })
        await transaction
          .insertInto('registration_secrets')
          .values({
            user_id: account.id,
            secret_hash: confirmation.nextSecretHash,
            created_at: at,
          })
          .execute()
        return { email: account.email }
      })
    },

    /**
     * Makes a confirmed new address the account's.
     * @param adoption.keptSessionId the session that opened the link: it continues, if it belongs to the same account, and so
     * does the one in which the address was given.
     * @returns the former address, or null if the link was used, the new address belongs to somebody else by now, or
     * another change was requested.
     */
    async adoptEmail(adoption: {
      tokenHash: Buffer
      email: string
      keptSessionId: string | null
      at: Date
    }): Promise<{ userId: string; formerEmail: string } | null> {
      const adopted = whileHolding(database, await heldFor(adoption.tokenHash), async (transaction) => {
        const userId = await useToken(transaction, adoption.tokenHash, adoption.at)
        if (userId === null) return null
        const { email: formerEmail, pending_email_session_id: askedIn } = await transaction
          .selectFrom('users')
          .select(['email', 'pending_email_session_id'])
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()
        const row = await transaction
          .updateTable('users')
          .set({
            email: adoption.email,
            pending_email: null,
            email_verified_at: adoption.at,
          })
          .where('id', '=', userId)
          .where('pending_email', '=', adoption.email)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('users as other')
                  .select('other.id')
                  .where(sql<string>`lower(other.email)`, '=', adoption.email.toLowerCase())
                  .where('other.id', '!=', userId),
              ),
            ),
          )
          .returning('id')
          .executeTakeFirst()
        if (row === undefined) return null
        await noteFormerEmail(transaction, { userId, formerEmail, ...adoption })
        await hooks.emailChanged(transaction, { userId })
        await endHandedOut(transaction, hooks, { userId, keptSessions: [adoption.keptSessionId, askedIn] })
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'email-changed', at: adoption.at })
        await queue.enqueue(transaction, credentialChangeMail, { userId, email: formerEmail, change: 'email' })
        return { userId, formerEmail }
      })
      // If two accounts confirm the same address at the same moment, neither sees the other.
      return adopted.catch((error: unknown) => {
        if (isTakenBy('users_email', error)) return null
        throw error
      })
    },

    /**
     * Makes a new address pending until it is confirmed, in place of an earlier pending one. Both addresses get an e-mail.
     * @returns false if the password has changed since it was checked.
     */
    askForEmailChange(change: {
      userId: string
      sessionId: string
      provenHash: string
      newEmail: string
      at: Date
    }): Promise<boolean> {
      return whileHolding(database, { accounts: [change.userId] }, async (transaction) => {
        const row = await transaction
          .updateTable('users')
          .set({ pending_email: change.newEmail, pending_email_session_id: change.sessionId })
          .where('id', '=', change.userId)
          .where('password_hash', '=', change.provenHash)
          .returning('email')
          .executeTakeFirst()
        if (row === undefined) return false
        const { userId, newEmail, at } = change
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'email-change-asked', at })
        await queue.enqueue(transaction, emailChangeMail, { userId, newEmail })
        await queue.enqueue(transaction, emailChangeNotice, { userId, email: row.email, newEmail })
        return true
      })
    },

    /**
     * „Das war ich nicht“: the reader of a mailbox that the account has, or had until recently, does not know what we
     * reported. Everything handed out ends, the password fits nothing any more, and the address is the reader's again. An
     * e-mail lets them set another password.
     * @param securing.passwordHash of something that nobody knows.
     * @returns the account and its address. Null if the link was used or has ended; `taken` if the address belongs to
     * somebody else by now, and then nothing changes.
     */
    async secureAccount(securing: {
      tokenHash: Buffer
      passwordHash: string
      at: Date
    }): Promise<{ userId: string; email: string } | 'taken' | null> {
      const { tokenHash, passwordHash, at } = securing
      const held = await heldFor(tokenHash)
      const devices = await devicesOf(database, held.accounts)
      const secured = whileHolding(database, { ...held, devices }, async (transaction) => {
        const link = await transaction
          .selectFrom('email_tokens')
          .innerJoin('users', 'users.id', 'email_tokens.user_id')
          .select(['users.id as userId', 'email_tokens.email', 'users.email as presentEmail'])
          .where('token_hash', '=', tokenHash)
          .where('purpose', '=', 'secure-account')
          .where('used_at', 'is', null)
          .executeTakeFirst()
        if (link === undefined) return null
        const { userId, email } = link
        if (email !== link.presentEmail && !(await restoreEmail(transaction, hooks, { userId, email, at }))) return null
        const locked = { password_hash: passwordHash, deletes_at: null }
        await transaction.updateTable('users').set(locked).where('id', '=', userId).execute()
        await endHandedOut(transaction, hooks, { userId, formerHolder: 'unknown' })
        await forgetWhereFrom(transaction, userId, at)
        // First: some ask which links to this mailbox still work.
        await hooks.accountSecured(transaction, { userId, email, devices, at })
        await endSecureLinks(transaction, { userId, email, at })
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'account-secured', at })
        await queue.enqueue(transaction, passwordResetMail, { userId })
        return { userId, email }
      })
      return secured.catch((error: unknown) => {
        if (isTakenBy('users_email', error)) return 'taken'
        throw error
      })
    },
  }
}

/** The mailbox of a former address may secure the account for a while. An address that is the account's again is none. */
async function noteFormerEmail(
  transaction: Queries,
  { userId, formerEmail, email, at }: { userId: string; formerEmail: string; email: string; at: Date },
): Promise<void> {
  await transaction
    .insertInto('former_emails')
    .values({ user_id: userId, email: formerEmail, replaced_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'email']).doUpdateSet({ replaced_at: at }))
    .execute()
  await transaction.deleteFrom('former_emails').where('user_id', '=', userId).where('email', '=', email).execute()
}

/**
 * Makes a former address the account's again; those that came after it have never been. False if the account did not have
 * it, or too long ago.
 */
async function restoreEmail(
  transaction: Writing,
  hooks: Hooks,
  { userId, email, at }: { userId: string; email: string; at: Date },
): Promise<boolean> {
  const former = await transaction
    .selectFrom('former_emails')
    .select('replaced_at')
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .where('replaced_at', '>', new Date(at.getTime() - accountLimits.formerEmailDays * dayMs))
    .executeTakeFirst()
  if (former === undefined) return false
  await transaction.updateTable('users').set({ email, email_verified_at: at }).where('id', '=', userId).execute()
  await hooks.emailChanged(transaction, { userId })
  await transaction
    .deleteFrom('former_emails')
    .where('user_id', '=', userId)
    .where('replaced_at', '>=', former.replaced_at)
    .execute()
  return true
}

/**
 * Of the links to secure an account, those to this address are used, and only those to still earlier addresses stay: a
 * thief who gave the account another address must neither undo this nor prevent it.
 */
async function endSecureLinks(
  transaction: Queries,
  { userId, email, at }: { userId: string; email: string; at: Date },
): Promise<void> {
  const unused = { user_id: userId, purpose: 'secure-account' } as const
  await transaction
    .updateTable('email_tokens')
    .set({ used_at: at })
    .where((where) => where.and({ ...unused, email }))
    .where('used_at', 'is', null)
    .execute()
  await transaction
    .deleteFrom('email_tokens')
    .where((where) => where.and(unused))
    .where('used_at', 'is', null)
    .where('email', 'not in', transaction.selectFrom('former_emails').select('email').where('user_id', '=', userId))
    .execute()
}

/** Secrets of registrations from before are too old. */
export function registrationsSince(now: Date): Date {
  return new Date(now.getTime() - accountServerLimits.registrationSecretHours * hourMs)
}

/** The hash of no key that anybody knows. */
const nobodysBrowser = Buffer.alloc(32)

/**
 * A sign-in from there may have been somebody else's: the next one is counted and reported like a stranger's. A
 * browser that nobody has stays in place of the known ones, because an account's first is not reported.
 */
async function forgetWhereFrom(transaction: Queries, userId: string, at: Date): Promise<void> {
  await transaction.deleteFrom('known_networks').where('user_id', '=', userId).execute()
  await transaction.deleteFrom('known_browsers').where('user_id', '=', userId).execute()
  await transaction
    .insertInto('known_browsers')
    .values({ user_id: userId, browser_hash: nobodysBrowser, last_used_at: at })
    .execute()
}

async function devicesOf(queries: Queries, accounts: readonly string[]): Promise<string[]> {
  const rows = await queries
    .selectFrom('devices')
    .select('id')
    .where(sql<boolean>`user_id = any(${accounts}::text[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/** The only place that invalidates what was issued under former credentials. */
export async function endHandedOut(
  transaction: Writing,
  hooks: Hooks,
  {
    userId,
    keptSessions = [],
    formerHolder = 'owner',
  }: { userId: string; keptSessions?: readonly (string | null)[]; formerHolder?: 'owner' | 'unknown' },
): Promise<void> {
  // The account's row is locked, so no session and no link is made at the same time (`sessions.store.ts`, `mailed-tokens.store.ts`).
  const nothingPending = { pending_email: null, pending_email_session_id: null }
  await transaction.updateTable('users').set(nothingPending).where('id', '=', userId).execute()
  // Used links stay: opening one a second time still says so. „Das war ich nicht“ stays, too: it is meant for just this.
  await transaction
    .deleteFrom('email_tokens')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('purpose', '!=', 'secure-account')
    .execute()
  await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where(sql<boolean>`id <> all(${keptSessions.filter((id) => id !== null)}::text[])`)
    .execute()
  await transaction.deleteFrom('registration_secrets').where('user_id', '=', userId).execute()
  await hooks.credentialsChanged(transaction, { userId, formerHolder })
}

/** Marks an e-mailed link as used and returns its owner, only to the first caller. */
async function useToken(transaction: Queries, tokenHash: Buffer, at: Date): Promise<string | null> {
  const used = await transaction
    .updateTable('email_tokens')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used?.user_id ?? null
}
