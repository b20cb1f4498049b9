import { sql } from 'kysely'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import type { Tables } from '#server/registers.ts'

export type TokenPurpose = Tables['email_tokens']['purpose']

export interface MailedToken {
  userId: string
  purpose: TokenPurpose
  email: string
  expiresAt: Date
  usedAt: Date | null
}

export type MailedTokensStore = ReturnType<typeof createMailedTokensStore>

/** The tokens of e-mailed links. They are passed in and looked up only by their SHA-256. */
export function createMailedTokensStore(database: Database) {
  return {
    /**
     * Stores the token of an e-mail to an address. False when the address is no longer the account's present or pending
     * one, or the alarm is gone; an account may be secured from a former address, too. Links sent before stay
     * valid: anybody can have one sent, and must not end those that their reader waits for.
     */
    async createToken(token: {
      hash: Buffer
      userId: string
      purpose: TokenPurpose
      email: string
      createdAt: Date
      expiresAt: Date
      /** Of an e-mail about an alarm. */
      alarmId?: string
    }): Promise<boolean> {
      const { alarmId } = token
      const held = { accounts: [token.userId], alarms: alarmId === undefined ? [] : [alarmId] }
      return inTransaction(database, held, async (transaction) => {
        if (alarmId !== undefined && !(await isThere(transaction, alarmId))) return false
        const account = await transaction
          .selectFrom('users')
          .select('id')
          .where('id', '=', token.userId)
          .where(reachedBy(token))
          .executeTakeFirst()
        if (account === undefined) return false
        await transaction
          .insertInto('email_tokens')
          .values({
            token_hash: token.hash,
            user_id: token.userId,
            purpose: token.purpose,
            email: token.email,
            created_at: token.createdAt,
            expires_at: token.expiresAt,
            alarm_id: alarmId ?? null,
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

    /** True only for the first caller. */
    async useToken(hash: Buffer, at: Date): Promise<boolean> {
      return (await useToken(database, hash, at)) !== null
    },
  }
}

/** The account that an e-mailed link belongs to, which a change by that link locks. */
export async function heldFor(queries: Queries, tokenHash: Buffer): Promise<{ accounts: string[] }> {
  const links = await queries.selectFrom('email_tokens').select('user_id').where('token_hash', '=', tokenHash).execute()
  return { accounts: links.map(({ user_id }) => user_id) }
}

/** Marks an e-mailed link as used and returns its owner, only to the first caller. */
export async function useToken(transaction: Queries, tokenHash: Buffer, at: Date): Promise<string | null> {
  const used = await transaction
    .updateTable('email_tokens')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used?.user_id ?? null
}

async function isThere(queries: Queries, alarmId: string): Promise<boolean> {
  return (await queries.selectFrom('alarms').select('id').where('id', '=', alarmId).executeTakeFirst()) !== undefined
}

/** Whether an account is reached at the address that a token is mailed to. */
function reachedBy({ purpose, userId, email }: { purpose: TokenPurpose; userId: string; email: string }) {
  if (purpose === 'change-email') return sql<boolean>`pending_email = ${email}`
  if (purpose !== 'secure-account') return sql<boolean>`email = ${email}`
  return sql<boolean>`(email = ${email} or exists (
    select from former_emails where former_emails.user_id = ${userId} and former_emails.email = ${email}))`
}
