import { sql } from 'kysely'
import type { Database } from '#server/db/connection/database.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import { addEmail } from '#server/db/shared/messages.ts'
import { type BySupport, recordSupport } from '#server/db/shared/support-log.ts'
import { emailChangeLink, emailChangeReport } from '#server/mail/credential-mails.ts'
import { isFinished } from './accounts.store.ts'
import { verificationMessage } from './auth-mails.ts'
import { endHandedOut } from './handed-out.ts'

/* What the operator does to an account, by its e-mail address. Null if there is no such account. */

/** Nobody can sign in to a disabled account. */
export function disableAccount(
  database: Database,
  hooks: Hooks,
  email: string,
  support: BySupport,
): Promise<boolean | null> {
  return bySupport(database, email, async (transaction, userId) => {
    await transaction.updateTable('users').set({ disabled_at: support.at }).where('id', '=', userId).execute()
    await endHandedOut(transaction, hooks, { userId })
    await recordSupport(transaction, { userId, kind: 'account-disabled', ...support })
    return true
  })
}

export function enableAccount(database: Database, email: string, support: BySupport): Promise<boolean | null> {
  return bySupport(database, email, async (transaction, userId) => {
    await transaction.updateTable('users').set({ disabled_at: null }).where('id', '=', userId).execute()
    await recordSupport(transaction, { userId, kind: 'account-enabled', ...support })
    return true
  })
}

/** Both stages must be verified again. Sessions continue at the stage that is left. */
export function unverifyAccount(database: Database, email: string, support: BySupport): Promise<boolean | null> {
  return bySupport(database, email, async (transaction, userId) => {
    await transaction
      .updateTable('users')
      .set({ email_verified_at: null, imei_verified_at: null, unverified_at: support.at })
      .where('id', '=', userId)
      .execute()
    // What was confirmed before proves nothing for the new beginning.
    await transaction.deleteFrom('registration_secrets').where('user_id', '=', userId).execute()
    await recordSupport(transaction, { userId, kind: 'account-unverified', ...support })
    return true
  })
}

export type Resent = 'SENT' | 'FINISHED'

/** Has the link mailed once more that confirms the address. `FINISHED`: there is nothing to confirm any more. */
export function resendVerification(
  database: Database,
  { id, email, ...support }: BySupport & { id: string; email: string },
): Promise<Resent | null> {
  return bySupport(database, email, async (transaction, userId): Promise<Resent> => {
    const { email_verified_at: verifiedAt, imei_verified_at: finishedAt } = await transaction
      .selectFrom('users')
      .select(['email_verified_at', 'imei_verified_at'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (isFinished({ emailVerified: verifiedAt !== null, imeiVerified: finishedAt !== null })) return 'FINISHED'
    const message = { userId, deviceId: null, address: null, words: '', dueAt: support.at }
    await addEmail(transaction, verificationMessage, { ...message, about: [id] })
    await recordSupport(transaction, { userId, kind: 'verification-sent', ...support })
    return 'SENT'
  })
}

export type ChangeAsked = 'ASKED' | 'SAME' | 'TAKEN' | 'DEMO'

/**
 * Makes a new address pending until the link that is mailed to it is opened, in place of an earlier pending one; the present
 * address gets a notice. No session goes on when it is confirmed: none has asked for it.
 */
export function askForEmailChange(
  database: Database,
  { id, email, newEmail, ...support }: BySupport & { id: string; email: string; newEmail: string },
): Promise<ChangeAsked | null> {
  return bySupport(database, email, async (transaction, userId): Promise<ChangeAsked> => {
    const holder = await transaction
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`lower(users.email) = ${newEmail.toLowerCase()}`)
      .executeTakeFirst()
    if (holder !== undefined) return holder.id === userId ? 'SAME' : 'TAKEN'
    const account = await transaction
      .updateTable('users')
      .set({ pending_email: newEmail, pending_email_session_id: null })
      .where('id', '=', userId)
      .where('demo', '=', false)
      .returning('email')
      .executeTakeFirst()
    if (account === undefined) return 'DEMO'
    const message = { userId, deviceId: null, words: newEmail, dueAt: support.at }
    await addEmail(transaction, emailChangeLink, { ...message, about: [id], address: newEmail })
    await addEmail(transaction, emailChangeReport, { ...message, about: [id], address: account.email })
    await recordSupport(transaction, { userId, kind: 'email-change-asked', ...support })
    return 'ASKED'
  })
}

/** Null if there is no such account. */
async function bySupport<T>(
  database: Database,
  email: string,
  change: (transaction: Writing, userId: string) => Promise<T>,
): Promise<T | null> {
  const byEmail = sql<boolean>`lower(users.email) = ${email.toLowerCase()}`
  const found = await database.selectFrom('users').select('id').where(byEmail).executeTakeFirst()
  if (found === undefined) return null
  return inTransaction(database, { accounts: [found.id] }, async (transaction) => {
    const still = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', found.id)
      .where(byEmail)
      .executeTakeFirst()
    return still === undefined ? null : change(transaction, found.id)
  })
}
