import { accountDeletionLimits, accountDeletionServerLimits } from '#contract/account-deletion-limits.ts'
import type { AccountDeletionState } from '#contract/account-deletion.ts'
import { dayMs, hourMs, minuteMs } from '#contract/time-units.ts'
import { recordActivity } from '#server/db/activity-log.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { isSignedIn } from '#server/db/live-session.ts'
import type { Hooks } from '#server/db/hooks.ts'
import { skippingHeld, whileHolding, type Writing } from '#server/db/locks.ts'
import { figuresOf, inUseOf } from './deletion-figures.ts'

/** What became of a link. */
export type Confirmation = { deletesAt: Date } | { refused: 'unknown' | 'expired' | 'over' | 'theft' }
export type Keeping = 'kept' | 'unknown' | 'over'

/** An e-mail about a deletion, to the account's present address. */
export interface DeletionEmail {
  id: string
  kind: 'LINK' | 'GRACE'
  email: string
  bySupport: boolean
  /** Null before the confirmation. */
  deletesAt: Date | null
}

export type AccountDeletionStore = ReturnType<typeof createAccountDeletionStore>

/**
 * Deletions that are asked for, confirmed or taken back. Tokens are passed in and looked up only by their SHA-256. The
 * e-mails that they need are noted with them, so none is lost with a process.
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
     */
    ask(request: {
      id: string
      userId: string
      sessionId: string
      acceptsTheftLoss: boolean
      now: Date
    }): Promise<'asked' | 'in grace' | 'signed out' | 'theft'> {
      const { id, userId, now } = request
      return whileHolding(database, { accounts: [userId] }, async (transaction) => {
        if (!(await isSignedIn(transaction, request.sessionId))) return 'signed out'
        if ((await deletesAt(transaction, userId)) !== null) return 'in grace'
        if (!request.acceptsTheftLoss && (await isDuringTheft(transaction, userId, now))) return 'theft'
        await endPresent(transaction, hooks, userId, now)
        const flags = { by_support: false, accepts_theft_loss: request.acceptsTheftLoss }
        await transaction
          .insertInto('account_deletions')
          .values({ id, user_id: userId, ...flags, asked_at: now, email_due: 'LINK' })
          .execute()
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'deletion-asked', at: now })
        return 'asked'
      })
    },

    /** Begins the grace for the operator's support; null if it has begun already, or there is no such account. */
    begin(request: { id: string; userId: string; now: Date }): Promise<Date | null> {
      const { id, userId, now } = request
      return whileHolding(database, { accounts: [userId] }, async (transaction) => {
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
            email_due: 'GRACE',
          })
          .execute()
        await recordActivity(transaction, { userId, actor: 'support', kind: 'deletion-confirmed', at: now })
        return graceEnd(now)
      })
    },

    /** The grace begins with the confirmation. Confirming twice changes nothing. */
    async confirm(hash: Buffer, acceptsTheftLoss: boolean, now: Date): Promise<Confirmation> {
      const userId = await accountOf('token_hash', hash)
      if (userId === null) return { refused: 'unknown' }
      return whileHolding(database, { accounts: [userId] }, async (transaction): Promise<Confirmation> => {
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
        await transaction
          .updateTable('account_deletions')
          .set({ confirmed_at: now, accepts_theft_loss: accepted, email_due: 'GRACE', email_begun_at: null })
          .where('id', '=', deletion.id)
          .execute()
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'deletion-confirmed', at: now })
        return { deletesAt: graceEnd(now) }
      })
    },

    /** Keeps the account. False if nothing was to be deleted. */
    keep(userId: string, now: Date): Promise<boolean> {
      return whileHolding(database, { accounts: [userId] }, (transaction) => keep(transaction, hooks, userId, now))
    },

    /** Keeps the account by the link in the e-mail. Keeping it twice changes nothing. */
    async keepByLink(hash: Buffer, now: Date): Promise<Keeping> {
      const userId = await accountOf('keep_token_hash', hash)
      if (userId === null) return 'unknown'
      return whileHolding(database, { accounts: [userId] }, async (transaction): Promise<Keeping> => {
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

    /** Begins an e-mail that has to be sent, and gives it the token of its link; null if there is none. */
    async beginEmail(newToken: () => Buffer, now: Date): Promise<DeletionEmail | null> {
      const pausedSince = new Date(now.getTime() - accountDeletionServerLimits.emailPauseMinutes * minuteMs)
      const due = database
        .selectFrom('account_deletions')
        .select('id')
        .where('email_due', 'is not', null)
        .where('ended_at', 'is', null)
        .where((where) => where.or([where('email_begun_at', 'is', null), where('email_begun_at', '<=', pausedSince)]))
        .orderBy('asked_at')
        .limit(1)
        .modifyEnd(skippingHeld('account_deletions'))
      const row = await database
        .updateTable('account_deletions')
        .from('users')
        .set(({ eb, val }) => {
          const hash = newToken()
          const linkEnds = new Date(now.getTime() + accountDeletionLimits.linkHours * hourMs)
          const isLink = eb('email_due', '=', 'LINK')
          return {
            email_begun_at: now,
            token_hash: eb.case().when(isLink).then(val(hash)).else(eb.ref('token_hash')).end(),
            expires_at: eb.case().when(isLink).then(val(linkEnds)).else(eb.ref('expires_at')).end(),
            keep_token_hash: eb.case().when(isLink).then(eb.ref('keep_token_hash')).else(val(hash)).end(),
          }
        })
        .whereRef('users.id', '=', 'account_deletions.user_id')
        .where('account_deletions.id', 'in', due)
        .returning(['account_deletions.id', 'email_due', 'users.email', 'by_support', 'users.deletes_at'])
        .executeTakeFirst()
      if (row === undefined || row.email_due === null) return null
      const { id, email_due: kind, email, by_support: bySupport, deletes_at } = row
      return { id, kind, email, bySupport, deletesAt: deletes_at }
    },

    /** Notes that an e-mail is still being sent, or (null) that it waits again. */
    async noteBegun({ id, kind }: Pick<DeletionEmail, 'id' | 'kind'>, begunAt: Date | null): Promise<void> {
      await database
        .updateTable('account_deletions')
        .set({ email_begun_at: begunAt })
        .where('id', '=', id)
        .where('email_due', '=', kind)
        .where('email_begun_at', 'is not', null)
        .execute()
    },

    /** The e-mail was sent, or never will be. */
    async endEmail({ id, kind }: Pick<DeletionEmail, 'id' | 'kind'>): Promise<void> {
      await database
        .updateTable('account_deletions')
        .set({ email_due: null })
        .where('id', '=', id)
        .where('email_due', '=', kind)
        .execute()
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
