import { sql } from 'kysely'
import { dossierLimits } from '#contract/dossier/dossier-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { recordConsent, withdrawOfDevice } from '#server/db/shared/consent-ledger.ts'
import { recordActivity, recordForOwner } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { dossierLinkMail } from './dossier-link-mail.ts'

export type DossierLinksStore = ReturnType<typeof createDossierLinksStore>

/** A stored link for the police. */
export interface StoredLink {
  id: string
  deviceId: string
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
  lastOpenedAt: Date | null
  opened: number
}

/**
 * When a link was revoked, or the consent was withdrawn, which ends every link (GDPR, article 7 (3)). A new consent opens
 * none again.
 */
const revokedAt = sql<Date | null>`
  least(revoked_at, case when consent_withdrawn_at >= created_at then consent_withdrawn_at end)`

const purpose = 'police-folder'

/** Whose device it is, and its name: what the ledger of consents says about it. Undefined if there is none. */
function subject(queries: Queries, deviceId: string) {
  return queries
    .selectFrom('devices')
    .select(['user_id as userId', 'name as deviceName'])
    .where('id', '=', deviceId)
    .executeTakeFirst()
}

/** The links for the police; only the hashes of their tokens are stored. */
export function createDossierLinksStore(database: Database, queue: Queue) {
  const linkRows = (queries: Queries) =>
    queries
      .selectFrom('dossier_links')
      .leftJoin('tracking_settings', 'tracking_settings.device_id', 'dossier_links.device_id')
      .select([
        'id',
        'dossier_links.device_id as deviceId',
        'created_at as createdAt',
        'expires_at as expiresAt',
        revokedAt.as('revokedAt'),
        'last_opened_at as lastOpenedAt',
        'opened',
      ])

  return {
    /** Newest first. */
    of: (deviceId: string): Promise<StoredLink[]> =>
      linkRows(database)
        .where('dossier_links.device_id', '=', deviceId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),

    async byHash(hash: Buffer): Promise<StoredLink | null> {
      return (await linkRows(database).where('token_hash', '=', hash).executeTakeFirst()) ?? null
    },

    /** `full` if the device has as many open links as allowed. Making a link is consent to it, and reported by e-mail. */
    add({ id, deviceId, createdAt, expiresAt }: StoredLink, hash: Buffer): Promise<'added' | 'full' | 'gone'> {
      return inTransaction(database, { devices: [deviceId] }, async (transaction) => {
        const device = await subject(transaction, deviceId)
        if (device === undefined) return 'gone'
        const open = await linkRows(transaction)
          .where('dossier_links.device_id', '=', deviceId)
          .where(revokedAt, 'is', null)
          .where('expires_at', '>', createdAt)
          .execute()
        if (open.length >= dossierLimits.openLinks) return 'full'
        await transaction
          .insertInto('dossier_links')
          .values({ id, device_id: deviceId, token_hash: hash, created_at: createdAt, expires_at: expiresAt })
          .execute()
        const given = { version: currentVersion(purpose), given: true, actor: 'owner' } as const
        await recordConsent(transaction, { ...device, deviceId, purpose, ...given, at: createdAt })
        await recordForOwner(transaction, { deviceId, actor: 'owner', kind: 'dossier-link-made', at: createdAt })
        await queue.enqueue(transaction, dossierLinkMail, { deviceId })
        return 'added'
      })
    },

    /** Revokes all links, and writes down that the consent is withdrawn. Returns how many were open. */
    withdraw(deviceId: string, at: Date): Promise<number> {
      return inTransaction(database, { devices: [deviceId] }, async (transaction) => {
        const device = await subject(transaction, deviceId)
        if (device === undefined) return 0
        const open = await linkRows(transaction)
          .where('dossier_links.device_id', '=', deviceId)
          .where(revokedAt, 'is', null)
          .where('expires_at', '>', at)
          .execute()
        await transaction
          .updateTable('dossier_links')
          .set({ revoked_at: at })
          .where('device_id', '=', deviceId)
          .where('revoked_at', 'is', null)
          .execute()
        const said = { userId: device.userId, deviceId, actor: 'owner', at } as const
        const wasGiven = await withdrawOfDevice(transaction, { ...said, deviceName: device.deviceName, purpose })
        if (wasGiven || open.length > 0)
          await recordActivity(transaction, { ...said, kind: 'dossier-consent-withdrawn' })
        return open.length
      })
    },

    /** Revokes a link; the first time counts. Null if the device has no such link. */
    async revoke(deviceId: string, id: string, at: Date): Promise<StoredLink | null> {
      await inTransaction(database, { devices: [deviceId] }, async (transaction) => {
        const revoked = await transaction
          .updateTable('dossier_links')
          .set({ revoked_at: at })
          .where('id', '=', id)
          .where('device_id', '=', deviceId)
          .where('revoked_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (revoked === undefined) return
        await recordForOwner(transaction, { deviceId, actor: 'owner', kind: 'dossier-link-revoked', at })
      })
      return (
        (await linkRows(database)
          .where('id', '=', id)
          .where('dossier_links.device_id', '=', deviceId)
          .executeTakeFirst()) ?? null
      )
    },

    /** Records that a link was opened. Requests that follow closely are the same visit. */
    async noteOpening({ id, deviceId }: Pick<StoredLink, 'id' | 'deviceId'>, at: Date): Promise<void> {
      const visitBegan = new Date(at.getTime() - dossierLimits.visitMinutes * minuteMs)
      await inTransaction(database, { devices: [deviceId] }, async (transaction) => {
        const visit = await transaction
          .updateTable('dossier_links')
          .set({ last_opened_at: at, opened: sql<number>`opened + 1` })
          .where('id', '=', id)
          .where(sql<boolean>`(last_opened_at > ${visitBegan}) is not true`)
          .returning('id')
          .executeTakeFirst()
        if (visit === undefined) {
          await transaction.updateTable('dossier_links').set({ last_opened_at: at }).where('id', '=', id).execute()
          return
        }
        await recordForOwner(transaction, { deviceId, actor: 'recipient', kind: 'dossier-link-opened', at })
      })
    },
  }
}
