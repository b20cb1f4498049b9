import { sql } from 'kysely'
import type { Database, Queries } from '#server/db/database.ts'
import { whileHolding } from '#server/db/locks.ts'
import { isTakenBy } from '#server/db/unique.ts'

export type CredentialsStore = ReturnType<typeof createCredentialsStore>

/**
 * Every change of an account's credentials. Each ends what was handed out before it, in its own transaction: sessions,
 * mailed links, a new address that waits, and offers of its devices. Whoever knew the old password keeps no way in, and gets
 * none of the devices.
 */
export function createCredentialsStore(database: Database) {
  /** The account of a mailed link. */
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
     * @returns false when the password has changed since it was checked.
     */
    async changePassword(change: {
      userId: string
      provenHash: string
      passwordHash: string
      keptSessionId: string
    }): Promise<boolean> {
      return whileHolding(database, { accounts: [change.userId] }, async (transaction) => {
        const row = await transaction
          .updateTable('users')
          .set({ password_hash: change.passwordHash })
          .where('id', '=', change.userId)
          .where('password_hash', '=', change.provenHash)
          .returning('id')
          .executeTakeFirst()
        if (row === undefined) return false
        await endHandedOut(transaction, change.userId, change.keptSessionId)
        return true
      })
    },

    /**
     * Sets the password of the mailed link's owner, whose address is proved by having read it.
     * @returns that address, or null when the link was used or ended meanwhile.
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
        await endHandedOut(transaction, userId, null)
        return email
      })
    },

    /**
     * Sets the password of an account that is not finished, by the link that confirmed or confirms its address: whoever
     * registered the address need not be who has it.
     * @param confirmation.tokenHash of a link that may have been used, by a mail scanner or its reader.
     * @param confirmation.keptSessionId the session that sets it; it goes on only where it is of the same account.
     * @returns the account's address, or null when the link is gone or of another address, or the account is finished.
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
        await endHandedOut(transaction, row.id, confirmation.keptSessionId)
        return row.email
      })
    },

    /**
     * Makes a confirmed new address the account's.
     * @param adoption.keptSessionId the session that opened the link; it goes on only where it is of the same account.
     * @returns false when the link was used, the address has become somebody else's, or another change was asked for.
     */
    async adoptEmail(adoption: {
      tokenHash: Buffer
      email: string
      keptSessionId: string | null
      at: Date
    }): Promise<boolean> {
      const adopted = whileHolding(database, await heldFor(adoption.tokenHash), async (transaction) => {
        const userId = await useToken(transaction, adoption.tokenHash, adoption.at)
        if (userId === null) return false
        const row = await transaction
          .updateTable('users')
          .set({
            email: adoption.email,
            pending_email: null,
            email_verified_at: adoption.at,
            email_returned_at: null,
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
        if (row === undefined) return false
        await endHandedOut(transaction, userId, adoption.keptSessionId)
        return true
      })
      // Of two accounts that confirm the same address at the same moment neither sees the other.
      return adopted.catch((error: unknown) => {
        if (isTakenBy('users_email', error)) return false
        throw error
      })
    },

    /**
     * Lets a new address wait for its confirmation, instead of one that waited before.
     * @returns false when the password has changed since it was checked.
     */
    async askForEmailChange(change: { userId: string; provenHash: string; newEmail: string }): Promise<boolean> {
      const row = await database
        .updateTable('users')
        .set({ pending_email: change.newEmail })
        .where('id', '=', change.userId)
        .where('password_hash', '=', change.provenHash)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /**
     * The reader of the present mailbox did not ask for the change: it is cancelled, and every session ends.
     * @returns the account's address, or null when the link was used or ended.
     */
    async cancelEmailChange(cancellation: { tokenHash: Buffer; at: Date }): Promise<string | null> {
      return whileHolding(database, await heldFor(cancellation.tokenHash), async (transaction) => {
        const userId = await useToken(transaction, cancellation.tokenHash, cancellation.at)
        if (userId === null) return null
        await endHandedOut(transaction, userId, null)
        const { email } = await transaction
          .selectFrom('users')
          .select('email')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()
        return email
      })
    },

    /** For the operator: nobody signs in to a disabled account. False when there is none. */
    async disable(email: string, at: Date): Promise<boolean> {
      const account = await database
        .selectFrom('users')
        .select('id')
        .where(sql<boolean>`lower(users.email) = ${email.toLowerCase()}`)
        .executeTakeFirst()
      if (account === undefined) return false
      return whileHolding(database, { accounts: [account.id] }, async (transaction) => {
        const row = await transaction
          .updateTable('users')
          .set({ disabled_at: at })
          .where('id', '=', account.id)
          .where(sql<boolean>`lower(users.email) = ${email.toLowerCase()}`)
          .returning('id')
          .executeTakeFirst()
        if (row === undefined) return false
        await endHandedOut(transaction, row.id, null)
        return true
      })
    },
  }
}

/** The one place that ends what was handed out under credentials that no longer count. */
async function endHandedOut(transaction: Queries, userId: string, keptSessionId: string | null): Promise<void> {
  // The account is held: no session and no link is made beside this (`auth.store.ts`).
  await transaction.updateTable('users').set({ pending_email: null }).where('id', '=', userId).execute()
  // Used ones stay: a link that is opened twice still says so.
  await transaction.deleteFrom('email_tokens').where('user_id', '=', userId).where('used_at', 'is', null).execute()
  await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', keptSessionId ?? '')
    .execute()
  // Last: who holds a device, and its offer with it, waits for no owner (`locks.ts`).
  await transaction
    .deleteFrom('device_offers')
    .where('device_id', 'in', transaction.selectFrom('devices').select('id').where('user_id', '=', userId))
    .execute()
}

/** Marks a mailed link as used and says whose it is, to the one caller who used it first. */
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
