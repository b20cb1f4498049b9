import { accountServerLimits } from '#contract/account/account-limits.ts'
import { hourMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { endHandedOut } from '../handed-out.ts'
import { heldFor, useToken } from '../mailed-tokens.store.ts'

export type PasswordConfirmationsStore = ReturnType<typeof createPasswordConfirmationsStore>

/**
 * Whose the password of an unfinished account is: somebody else may have registered the address (decisions 16 and 85). Each
 * confirmation ends what was handed out before.
 */
export function createPasswordConfirmationsStore(database: Database, hooks: Hooks) {
  return {
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
      return inTransaction(database, await heldFor(database, confirmation.tokenHash), async (transaction) => {
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
      return inTransaction(database, await heldFor(database, tokenHash), async (transaction) => {
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
  }
}

/** Secrets of registrations from before are too old. */
export function registrationsSince(now: Date): Date {
  return new Date(now.getTime() - accountServerLimits.registrationSecretHours * hourMs)
}
