import { sql } from 'kysely'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import type { Writing } from '#server/db/transactions/locks.ts'

/**
 * The only place that invalidates what was issued under former credentials: sessions, e-mailed links, a pending new address,
 * the address of its calendar, the tokens of its programs, and offers of its devices. Somebody who knew the old password keeps no access and gets none of
 * the devices. It is called in the transaction that changes them.
 */
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
