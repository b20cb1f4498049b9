import { sql } from 'kysely'
import type { SecondFactorState } from '#contract/second-factor/second-factor.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { isSignedIn } from '#server/db/connection/live-session.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { secondFactorMail } from './second-factor-mail.ts'

export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>

/** The second factors of accounts, switched on or about to be, each change with its e-mail. Recovery codes are passed in as hashes. */
export function createSecondFactorStore(database: Database, queue: Queue, hooks: Hooks) {
  return {
    async state(userId: string): Promise<SecondFactorState> {
      const row = await database
        .selectFrom('second_factors')
        .select('confirmed_at')
        .select(({ selectFrom }) =>
          selectFrom('recovery_codes')
            .select(sql<number>`count(*)::int`.as('left'))
            .whereRef('recovery_codes.user_id', '=', 'second_factors.user_id')
            .where('used_at', 'is', null)
            .as('left'),
        )
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst()
      return { onSince: row?.confirmed_at?.toISOString() ?? null, recoveryCodesLeft: row?.left ?? 0 }
    },

    /** The secret while it is switched on, or while it is only shown; null otherwise. */
    async secret(userId: string, stage: 'on' | 'shown'): Promise<Buffer | null> {
      const row = await database
        .selectFrom('second_factors')
        .select('secret')
        .where('user_id', '=', userId)
        .where('confirmed_at', stage === 'on' ? 'is not' : 'is', null)
        .executeTakeFirst()
      return row?.secret ?? null
    },

    /** Keeps a secret until its first code, in place of one that was shown before. False if one is switched on. */
    async start(userId: string, secret: Buffer, at: Date): Promise<boolean> {
      const row = await database
        .insertInto('second_factors')
        .values({ user_id: userId, secret, created_at: at })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ secret, created_at: at })
            .where('second_factors.confirmed_at', 'is', null),
        )
        .returning('user_id')
        .executeTakeFirst()
      return row !== undefined
    },

    /**
     * Switches it on with its first code, which counts as used. Other sessions have proved nothing by it yet.
     * @returns false if another secret was shown meanwhile, one is switched on, or the session has ended since the call was
     * admitted.
     */
    switchOn(on: {
      userId: string
      secret: Buffer
      period: number
      codeHashes: readonly Buffer[]
      sessionId: string
      at: Date
    }): Promise<boolean> {
      const { userId, at } = on
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        if (!(await isSignedIn(transaction, on.sessionId))) return false
        const row = await transaction
          .updateTable('second_factors')
          .set({ confirmed_at: at, last_period: on.period })
          .where('user_id', '=', userId)
          .where('secret', '=', on.secret)
          .where('confirmed_at', 'is', null)
          .returning('user_id')
          .executeTakeFirst()
        if (row === undefined) return false
        await replaceCodes(transaction, userId, on.codeHashes)
        await hooks.secondFactorSwitchedOn(transaction, { userId, sessionId: on.sessionId })
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'second-factor-on', at })
        await queue.enqueue(transaction, secondFactorMail, { userId, event: 'on' })
        return true
      })
    },

    /** Uses up a code of the app. False if one of the same or a later period was used before. */
    async usePeriod(userId: string, period: number): Promise<boolean> {
      const row = await database
        .updateTable('second_factors')
        .set({ last_period: period })
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null)
        .where(({ or, eb }) => or([eb('last_period', 'is', null), eb('last_period', '<', period)]))
        .returning('user_id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Uses up a recovery code. False if it is unknown or was used before. */
    useRecoveryCode(userId: string, codeHash: Buffer, at: Date): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const row = await transaction
          .updateTable('recovery_codes')
          .set({ used_at: at })
          .where('code_hash', '=', codeHash)
          .where('user_id', '=', userId)
          .where('used_at', 'is', null)
          .returning('user_id')
          .executeTakeFirst()
        if (row === undefined) return false
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'recovery-code-used', at })
        await queue.enqueue(transaction, secondFactorMail, { userId, event: 'recovery-code-used' })
        return true
      })
    },

    /** False if it is switched off. */
    renewRecoveryCodes(userId: string, codeHashes: readonly Buffer[], at: Date): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        if (!(await isOn(transaction, userId))) return false
        await replaceCodes(transaction, userId, codeHashes)
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'recovery-codes-renewed', at })
        return true
      })
    },

    /** False if it was off already. */
    switchOff(userId: string, at: Date): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const wasOn = await isOn(transaction, userId)
        await transaction.deleteFrom('second_factors').where('user_id', '=', userId).execute()
        if (!wasOn) return false
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'second-factor-off', at })
        await queue.enqueue(transaction, secondFactorMail, { userId, event: 'off' })
        return true
      })
    },

    /** The accounts whose owners have still to be told that the support switched it off. */
    async untold(): Promise<string[]> {
      const rows = await database
        .selectFrom('second_factors')
        .select('user_id')
        .where('support_removed_at', 'is not', null)
        .execute()
      return rows.map(({ user_id }) => user_id)
    },

    /** Queues the e-mail about it, and notes that. */
    tell(userId: string): Promise<void> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const untold = await transaction
          .updateTable('second_factors')
          .set({ support_removed_at: null })
          .where('user_id', '=', userId)
          .where('support_removed_at', 'is not', null)
          .returning('user_id')
          .executeTakeFirst()
        if (untold !== undefined)
          await queue.enqueue(transaction, secondFactorMail, { userId, event: 'off-by-support' })
      })
    },

    /** Removes secrets that were shown long ago and never confirmed. */
    async purge(shownBefore: Date): Promise<void> {
      const rows = await database
        .selectFrom('second_factors')
        .select('user_id')
        .where('confirmed_at', 'is', null)
        .where('support_removed_at', 'is', null)
        .where('created_at', '<', shownBefore)
        .execute()
      for (const { user_id } of rows) {
        await database
          .deleteFrom('second_factors')
          .where('user_id', '=', user_id)
          .where('confirmed_at', 'is', null)
          .where('created_at', '<', shownBefore)
          .execute()
      }
    },
  }
}

export async function isOn(queries: Queries, userId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

async function replaceCodes(transaction: Queries, userId: string, codeHashes: readonly Buffer[]): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await transaction
    .insertInto('recovery_codes')
    .values(codeHashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}
