import { accountDeletionLimits } from '#contract/account-deletion/account-deletion-limits.ts'
import type { AccountDeletionState } from '#contract/account-deletion/account-deletion.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { isSignedIn } from '#server/db/connection/live-session.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import type { Secret } from '#server/platform/secrets.ts'
import { figuresOf, inUseOf } from './deletion-figures.ts'
import { addDeletionEmail, linkOf } from './deletion-emails.store.ts'

/** What became of a link. */
export type Confirmation = { deletesAt: Date } | { refused: 'unknown' | 'expired' | 'over' | 'theft' }
export type Keeping = 'kept' | 'unknown' | 'over'

export type AccountDeletionStore = ReturnType<typeof createAccountDeletionStore>

/**
 * Deletions that are asked for, confirmed or taken back. Tokens are passed in and looked up only by their SHA-256. The
 * e-mails that they need are added with them, so none is lost with a process.
 */
export function createAccountDeletionStore(database: Database, hooks: Hooks) {
  /** The account of a deletion, found by one of its tokens, to be held. */
  const accountOf = async (column: 'token_hash' | 'keep_token_hash', hash: Buffer) => {
    const row = await database
      .selectFrom('account_deletions')
      .select('user_id')
      .where(column, '=', hash)
      .executeTakeFirst()
    return row?.user_id ?? null
  }

  return {
    async state(userId: string, now: Date): Promise<AccountDeletionState> {
      return {
        present: await presentOf(database, userId),
        figures: await figuresOf(database, userId, now),
        licences: await runningLicences(database, userId, now),
        inUse: await inUseOf(database, userId, now),
      }
    },

    /**
     * Asks for a deletion, in place of an earlier one that was not confirmed; one that is confirmed stays as it is.
     * `signed out`: the session has ended since the call was admitted.
     * @param request.secret of the link that confirms it.
     */
    ask(request: {
      id: string
      userId: string
      sessionId: string
      acceptsTheftLoss: boolean
      secret: Secret
      now: Date
    }): Promise<'asked' | 'in grace' | 'signed out' | 'theft'> {
      const { id, userId, secret, now } = request
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        if (!(await isSignedIn(transaction, request.sessionId))) return 'signed out'
        if ((await deletesAt(transaction, userId)) !== null) return 'in grace'
        if (!request.acceptsTheftLoss && (await isDuringTheft(transaction, userId, now))) return 'theft'
        await endPresent(transaction, hooks, userId, now)
        const flags = { by_support: false, accepts_theft_loss: request.acceptsTheftLoss }
        await transaction
          .insertInto('account_deletions')
          .values({ id, user_id: userId, ...flags, asked_at: now, ...linkOf(secret, now) })
          .execute()
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'deletion-asked', at: now })
        await addDeletionEmail(transaction, { id, userId, kind: 'LINK' }, secret, now)
        return 'asked'
      })
    },

    /**
     * Begins the grace for the operator's support; null if it has begun already, or there is no such account.
     * @param request.secret of the link that keeps the account.
     */
    begin(request: { id: string; userId: string; secret: Secret; now: Date }): Promise<Date | null> {
      const { id, userId, secret, now } = request
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        if ((await deletesAt(transaction, userId)) !== null) return null
        await endPresent(transaction, hooks, userId, now)
        if (!(await startGrace(transaction, hooks, userId, now))) return null
        await transaction
          .insertInto('account_deletions')
          .values({
            id,
            user_id: userId,
            by_support: true,
            accepts_theft_loss: true,
            asked_at: now,
            confirmed_at: now,
            keep_token_hash: secret.hash,
          })
          .execute()
        await recordActivity(transaction, { userId, actor: 'support', kind: 'deletion-confirmed', at: now })
        await addDeletionEmail(transaction, { id, userId, kind: 'GRACE' }, secret, now)
        return graceEnd(now)
      })
    },

    /**
     * The grace begins with the confirmation. Confirming twice changes nothing.
     * @param keeping of the link that keeps the account.
     */
    async confirm(hash: Buffer, acceptsTheftLoss: boolean, keeping: Secret, now: Date): Promise<Confirmation> {
      const userId = await accountOf('token_hash', hash)
      if (userId === null) return { refused: 'unknown' }
      return inTransaction(database, { accounts: [userId] }, async (transaction): Promise<Confirmation> => {
        const deletion = await transaction
          .selectFrom('account_deletions')
          .selectAll()
          .where('token_hash', '=', hash)
          .executeTakeFirst()
        if (deletion === undefined) return { refused: 'unknown' }
        if (deletion.ended_at !== null) return { refused: 'over' }
        const begun = await deletesAt(transaction, userId)
        if (begun !== null) return { deletesAt: begun }
        if (deletion.expires_at === null || deletion.expires_at <= now) return { refused: 'expired' }
        const accepted = acceptsTheftLoss || deletion.accepts_theft_loss
        if (!accepted && (await isDuringTheft(transaction, userId, now))) return { refused: 'theft' }
        await startGrace(transaction, hooks, userId, now)
        const kept = { keep_token_hash: keeping.hash, email_due: null }
        await transaction
          .updateTable('account_deletions')
          .set({ confirmed_at: now, accepts_theft_loss: accepted, ...kept })
          .where('id', '=', deletion.id)
          .execute()
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'deletion-confirmed', at: now })
        await addDeletionEmail(transaction, { id: deletion.id, userId, kind: 'GRACE' }, keeping, now)
        return { deletesAt: graceEnd(now) }
      })
    },

    /** Keeps the account. False if nothing was to be deleted. */
    keep(userId: string, now: Date): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, (transaction) => keep(transaction, hooks, userId, now))
    },

    /** Keeps the account by the link in the e-mail. Keeping it twice changes nothing. */
    async keepByLink(hash: Buffer, now: Date): Promise<Keeping> {
      const userId = await accountOf('keep_token_hash', hash)
      if (userId === null) return 'unknown'
      return inTransaction(database, { accounts: [userId] }, async (transaction): Promise<Keeping> => {
        const deletion = await transaction
          .selectFrom('account_deletions')
          .select('ended_at')
          .where('keep_token_hash', '=', hash)
          .executeTakeFirst()
        if (deletion === undefined) return 'unknown'
        if (deletion.ended_at === null) await keep(transaction, hooks, userId, now)
        // An old e-mail must not look as if it had ended a later deletion.
        return (await deletesAt(transaction, userId)) === null ? 'kept' : 'over'
      })
    },
  }
}

async function presentOf(queries: Queries, userId: string): Promise<AccountDeletionState['present']> {
  const row = await queries
    .selectFrom('account_deletions')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['asked_at', 'by_support', 'deletes_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.deletes_at === null) return { stage: 'ASKED', askedAt: row.asked_at.toISOString() }
  return { stage: 'GRACE', deletesAt: row.deletes_at.toISOString(), bySupport: row.by_support }
}

async function runningLicences(queries: Queries, userId: string, now: Date) {
  const rows = await queries
    .selectFrom('licences')
    .select(['licence_key', 'licence_type', 'expires_at'])
    .where('user_id', '=', userId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy('expires_at')
    .orderBy('id')
    .execute()
  return rows.map(({ licence_key, licence_type, expires_at }) => ({
    licenseKey: licence_key,
    licenseType: licence_type,
    expiresAt: expires_at?.toISOString() ?? null,
  }))
}

async function isDuringTheft(queries: Queries, userId: string, now: Date): Promise<boolean> {
  return (await inUseOf(queries, userId, now)).thefts.length > 0
}

async function deletesAt(queries: Queries, userId: string): Promise<Date | null> {
  const row = await queries.selectFrom('users').select('deletes_at').where('id', '=', userId).executeTakeFirst()
  return row?.deletes_at ?? null
}

function graceEnd(now: Date): Date {
  return new Date(now.getTime() + accountDeletionLimits.graceDays * dayMs)
}

/** False if it has begun already. The demo account is never deleted. The account is held. */
async function startGrace(transaction: Writing, hooks: Hooks, userId: string, now: Date): Promise<boolean> {
  const account = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('demo', '=', false)
    .where('deletes_at', 'is', null)
    .executeTakeFirst()
  if (account === undefined) return false
  await hooks.deletionPlanned(transaction, { userId, deletesAt: graceEnd(now) })
  return true
}

async function keep(transaction: Writing, hooks: Hooks, userId: string, now: Date): Promise<boolean> {
  const ended = await endPresent(transaction, hooks, userId, now)
  if (ended) await recordActivity(transaction, { userId, actor: 'owner', kind: 'deletion-ended', at: now })
  return ended
}

/** Ends the account's present deletion; false if there is none. Its account is held. */
async function endPresent(transaction: Writing, hooks: Hooks, userId: string, now: Date): Promise<boolean> {
  await hooks.deletionPlanned(transaction, { userId, deletesAt: null })
  const ended = await transaction
    .updateTable('account_deletions')
    .set({ ended_at: now, email_due: null })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}
