import { sql } from 'kysely'
import { extended, type Extension, type ExtensionRefusal } from '#domain/licences/support-terms.ts'
import { germanDay } from '#domain/time/fix-time.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import { type BySupport, recordSupport } from '#server/db/shared/support-log.ts'
import { endUnlicensedRecording } from '#server/db/shared/unlicensed-recording.ts'

/* What the operator does to a licence, by its key. Null if there is no such licence. */

interface Found {
  id: string
  userId: string | null
  /** Null before its time begins. Of a revoked one what it was before. */
  endsAt: Date | null
  days: number
  revokedAt: Date | null
}

interface ByKey extends BySupport {
  key: string
}

export type Extended = { endsAt: Date | null; days: number; wasRevoked: boolean } | { refused: ExtensionRefusal }

/** Gives a licence more time; one that was revoked runs again. Recording stays off where it has ended, as after any licence. */
export function extendLicence(
  database: Database,
  { key, extension, ...support }: ByKey & { extension: Extension },
): Promise<Extended | null> {
  return holdingLicence(database, key, async (transaction, licence, deviceIds): Promise<Extended> => {
    const wasRevoked = licence.revokedAt !== null
    const after = extended({ ...licence, isRevoked: wasRevoked }, extension, support.at)
    if ('refused' in after) return after
    const { endsAt, days } = after.term
    await endUnlicensedRecording(transaction, deviceIds, support.at)
    await transaction
      .updateTable('licences')
      .set({ expires_at: endsAt, days, revoked_at: null, ends_before_revoked: null })
      .where('id', '=', licence.id)
      .execute()
    // It ends at midnight: the day before is the last one.
    const lastDay = endsAt === null ? null : germanDay(new Date(endsAt.getTime() - 1))
    const detail = lastDay === null ? `${days} Tage ab dem Einlösen` : `bis ${lastDay}`
    await recordSupport(transaction, { userId: licence.userId, kind: 'licence-extended', detail, ...support })
    return { endsAt, days, wasRevoked }
  })
}

export type Revoked =
  | { revoked: true; devices: number; endsAt: Date | null }
  | { refused: 'REVOKED' | 'EXPIRED'; since: Date }

/**
 * Ends a licence now, as if its time were over: its devices keep it, what they record ends, and their owner is told as of
 * every licence that ends. One that nobody has activated cannot be activated any more.
 */
export function revokeLicence(
  database: Database,
  { key, reason, ...support }: ByKey & { reason: string },
): Promise<Revoked | null> {
  return holdingLicence(database, key, async (transaction, licence, deviceIds): Promise<Revoked> => {
    if (licence.revokedAt !== null) return { refused: 'REVOKED', since: licence.revokedAt }
    if (licence.endsAt !== null && licence.endsAt <= support.at) return { refused: 'EXPIRED', since: licence.endsAt }
    await transaction
      .updateTable('licences')
      .set({ expires_at: support.at, revoked_at: support.at, ends_before_revoked: licence.endsAt })
      .where('id', '=', licence.id)
      .execute()
    await endUnlicensedRecording(transaction, deviceIds, support.at)
    await recordSupport(transaction, { userId: licence.userId, kind: 'licence-revoked', detail: reason, ...support })
    return { revoked: true, devices: deviceIds.length, endsAt: licence.endsAt }
  })
}

/** Holds the licence with its devices and their trackers, again where it was given to another device before that. */
async function holdingLicence<T>(
  database: Database,
  key: string,
  change: (transaction: Writing, licence: Found, deviceIds: readonly string[]) => Promise<T>,
): Promise<T | null> {
  const found = await licenceWith(database, key)
  if (found === null) return null
  const known = await devicesWith(database, found.id)
  const accounts = found.userId === null ? [] : [found.userId]
  const held = { trackers: { ofDevices: known }, accounts, licences: [found.id] }
  const changed = await inTransaction(database, held, async (transaction) => {
    const licence = await licenceWith(transaction, key)
    if (licence === null) return null
    const deviceIds = await devicesWith(transaction, licence.id)
    if (licence.userId !== found.userId || deviceIds.some((id) => !known.includes(id))) return 'again'
    return { result: await change(transaction, licence, deviceIds) }
  })
  if (changed === 'again') return holdingLicence(database, key, change)
  return changed && changed.result
}

/** Of a customer, or of nobody yet: the demo world's belong to no one whom support could help. */
async function licenceWith(queries: Queries, key: string): Promise<Found | null> {
  const row = await queries
    .selectFrom('licences')
    .select(['id', 'user_id as userId', 'days', 'revoked_at as revokedAt'])
    .select(sql<Date | null>`case when revoked_at is null then expires_at else ends_before_revoked end`.as('endsAt'))
    .where('licence_key', '=', key)
    .where('demo', '=', false)
    .executeTakeFirst()
  return row ?? null
}

async function devicesWith(queries: Queries, licenceId: string): Promise<string[]> {
  const rows = await queries.selectFrom('devices').select('id').where('licence_id', '=', licenceId).execute()
  return rows.map(({ id }) => id)
}
