import { type RawBuilder, sql } from 'kysely'
import { sharesLimits } from '#contract/shares/shares-limits.ts'
import type { ShareScope } from '#contract/shares/shares.ts'
import { berlinDay } from '#domain/time/time.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import { recordConsent, withdrawOfDevice } from '#server/db/shared/consent-ledger.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { isSignedIn } from '#server/db/connection/live-session.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { shareMail } from './share-mail.ts'

/** What an owner gives to a third party. */
export interface StoredShare {
  id: string
  userId: string
  deviceId: string
  deviceName: string
  recipient: string
  scopes: ShareScope[]
  createdAt: Date
  endsAt: Date
  revokedAt: Date | null
  lastUsedAt: Date | null
  uses: number
}

type NewShare = Omit<StoredShare, 'deviceName' | 'revokedAt' | 'lastUsedAt' | 'uses'>

export type SharesStore = ReturnType<typeof createSharesStore>

/**
 * When a share was revoked, or the consent to tracking was withdrawn, which ends every share (GDPR, article 7 (3)). A new
 * consent opens none again.
 */
const revokedAt = sql<Date | null>`
  least(shares.revoked_at, case when consent_withdrawn_at >= shares.created_at then consent_withdrawn_at end)`

/** Shares; only the hashes of their tokens are stored. They go with the device, and with the account. */
export function createSharesStore(database: Database, queue: Queue) {
  return {
    /** Newest first. */
    list: (userId: string): Promise<StoredShare[]> =>
      shareRows(database)
        .where('shares.user_id', '=', userId)
        .orderBy('shares.created_at', 'desc')
        .orderBy('shares.id')
        .execute(),

    /**
     * Adds a share with its consent; the owner gets an e-mail. `full`: the account has as many open ones as it may. `gone`: the device is not the
     * user's any more. `signed out`: the session has ended since the call was admitted.
     */
    add(
      share: NewShare,
      { sessionId, tokenHash, consentVersion }: { sessionId: string; tokenHash: Buffer; consentVersion: number },
    ): Promise<StoredShare | 'full' | 'gone' | 'signed out'> {
      const { id, userId, deviceId, recipient, scopes, createdAt, endsAt } = share
      return inTransaction(database, { accounts: [userId], devices: [deviceId] }, async (transaction) => {
        if (!(await isSignedIn(transaction, sessionId))) return 'signed out'
        const deviceName = await nameOfOwned(transaction, deviceId, userId)
        if (deviceName === null) return 'gone'
        const open = await openShares(transaction, createdAt).where('shares.user_id', '=', userId).execute()
        if (open.length >= sharesLimits.open) return 'full'
        await transaction
          .insertInto('shares')
          .values({
            id,
            user_id: userId,
            device_id: deviceId,
            recipient,
            scopes,
            token_hash: tokenHash,
            created_at: createdAt,
            ends_at: endsAt,
          })
          .execute()
        const said = { userId, deviceId, actor: 'owner' as const, at: createdAt }
        await recordConsent(transaction, {
          ...said,
          deviceName,
          purpose: 'sharing',
          version: consentVersion,
          given: true,
        })
        await recordActivity(transaction, { ...said, kind: 'share-made', detail: recipient })
        await queue.enqueue(transaction, shareMail, { shareId: id })
        return { ...share, deviceName, revokedAt: null, lastUsedAt: null, uses: 0 }
      })
    },

    /**
     * Ends a share; the first time counts. With a device's last share the consent to sharing it ends. Null if the user has
     * no such share.
     */
    async revoke(userId: string, id: string, at: Date): Promise<StoredShare | null> {
      const found = await shareRows(database)
        .where('shares.id', '=', id)
        .where('shares.user_id', '=', userId)
        .executeTakeFirst()
      if (found === undefined) return null
      const { deviceId } = found
      return inTransaction(database, { accounts: [userId], devices: [deviceId] }, async (transaction) => {
        const share = await openShares(transaction, at).where('shares.id', '=', id).executeTakeFirst()
        if (share !== undefined) {
          await transaction.updateTable('shares').set({ revoked_at: at }).where('id', '=', id).execute()
          const said = { userId, deviceId, actor: 'owner' as const, at }
          await recordActivity(transaction, { ...said, kind: 'share-revoked', detail: share.recipient })
          const others = await openShares(transaction, at).where('shares.device_id', '=', deviceId).execute()
          if (others.length === 0) {
            const { deviceName } = share
            await withdrawOfDevice(transaction, { ...said, deviceName, purpose: 'sharing' })
          }
        }
        return (await shareRows(transaction).where('shares.id', '=', id).executeTakeFirst()) ?? null
      })
    },

    /** Whom to tell that a share was made; null if it is gone. */
    async ownerOf(id: string): Promise<{ email: string; deviceName: string; recipient: string } | null> {
      const row = await shareRows(database)
        .innerJoin('users', 'users.id', 'shares.user_id')
        .select('users.email')
        .where('shares.id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : { email: row.email, deviceName: row.deviceName, recipient: row.recipient }
    },

    /** The share of a token while it lasts, and the account is not disabled. */
    async byToken(tokenHash: Buffer, now: Date): Promise<{ shareId: string; deviceId: string } | null> {
      const share = await openShares(database, now).where('token_hash', '=', tokenHash).executeTakeFirst()
      return share === undefined ? null : { shareId: share.id, deviceId: share.deviceId }
    },

    /** Counts a call, and writes down the first one of a German day for the owner. Null if the share has ended. */
    use({ shareId, deviceId }: { shareId: string; deviceId: string }, now: Date): Promise<StoredShare | null> {
      return inTransaction(database, { devices: [deviceId] }, async (transaction) => {
        const share = await openShares(transaction, now).where('shares.id', '=', shareId).executeTakeFirst()
        if (share === undefined) return null
        await transaction
          .updateTable('shares')
          .set({ last_used_at: now, uses: sql`uses + 1` })
          .where('id', '=', shareId)
          .execute()
        if (share.lastUsedAt === null || dayOf(share.lastUsedAt) !== dayOf(now)) {
          const { userId, recipient: detail } = share
          await recordActivity(transaction, {
            userId,
            actor: 'recipient',
            kind: 'share-used',
            deviceId,
            detail,
            at: now,
          })
        }
        return share
      })
    },
  }
}

function shareRows(queries: Queries) {
  return queries
    .selectFrom('shares')
    .innerJoin('devices', 'devices.id', 'shares.device_id')
    .leftJoin('tracking_settings', 'tracking_settings.device_id', 'shares.device_id')
    .select([
      'shares.id',
      'shares.user_id as userId',
      'shares.device_id as deviceId',
      'devices.name as deviceName',
      'shares.recipient',
      'shares.scopes',
      'shares.created_at as createdAt',
      'shares.ends_at as endsAt',
      revokedAt.as('revokedAt'),
      'shares.last_used_at as lastUsedAt',
      'shares.uses',
    ])
}

/** Those that are answered: also not of an account that is disabled, or of a device that has changed hands. */
function openShares(queries: Queries, now: Date) {
  return shareRows(queries)
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'shares.user_id').onRef('users.id', '=', 'devices.user_id'),
    )
    .where(isOpen(now))
}

function isOpen(now: Date): RawBuilder<boolean> {
  return sql`users.disabled_at is null and shares.ends_at > ${now} and ${revokedAt} is null`
}

async function nameOfOwned(queries: Queries, deviceId: string, userId: string): Promise<string | null> {
  const row = await queries
    .selectFrom('devices')
    .select('name')
    .where('id', '=', deviceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.name ?? null
}

const dayOf = (at: Date) => berlinDay(at.toISOString())
