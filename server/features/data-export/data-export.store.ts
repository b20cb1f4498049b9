import { sql } from 'kysely'
import type { DataExport, LinkedExport } from '#contract/data-export/data-export.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import type { Secret } from '#server/platform/secrets.ts'
import { endExport } from './ended-export.ts'
import { addExportEmail, mailed } from './export-emails.store.ts'

/** An export that an owner asks for. */
interface NewExport {
  id: string
  userId: string
  /** What lies in them is left out. */
  withoutPrivacyZones: boolean
  at: Date
}

/** An export that support makes. */
interface HandedOut {
  id: string
  email: string
  secret: Secret
  at: Date
}

/** A file that can be downloaded. */
export interface ReadyExport {
  id: string
  userId: string
  bytes: number
  readyAt: Date
  expiresAt: Date
}

export type DataExportStore = ReturnType<typeof createDataExportStore>

/** Exports of accounts: asked for, kept in pieces until they are downloaded, and gone. */
export function createDataExportStore(database: Database) {
  return {
    /** The last one of an account; null if there is none, or its owner has deleted it. */
    async latest(userId: string, now: Date): Promise<DataExport | null> {
      const row = await database
        .selectFrom('data_exports')
        .selectAll()
        .where('user_id', '=', userId)
        .where('requested_by', '=', 'owner')
        .orderBy('requested_at', 'desc')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      if (row === undefined || row.state === 'DELETED' || row.state === 'HANDED_OUT') return null
      const isOver = row.state === 'READY' && row.expires_at !== null && row.expires_at <= now
      return {
        state: isOver ? 'EXPIRED' : row.state,
        requestedAt: row.requested_at.toISOString(),
        withoutPrivacyZones: row.without_privacy_zones,
        percent: row.percent,
        step: row.step,
        stepName: row.step_name,
        bytes: row.bytes === null ? null : Number(row.bytes),
        expiresAt: row.expires_at?.toISOString() ?? null,
      }
    },

    /** Replaces a finished one. False while one is being made. */
    request({ id, userId, withoutPrivacyZones, at }: NewExport): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const open = await openOf(transaction, userId)
        if (open?.state === 'WAITING' || open?.state === 'RUNNING') return false
        if (open !== undefined) await endExport(transaction, open.id, 'DELETED', at)
        await transaction
          .insertInto('data_exports')
          .values({
            id,
            user_id: userId,
            requested_by: 'owner',
            requested_at: at,
            without_privacy_zones: withoutPrivacyZones,
            state: 'WAITING',
          })
          .execute()
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'data-export-asked', at })
        return true
      })
    },

    /** Writes down that support makes a file, before it does, and has its owner told. Null if there is no such account. */
    async handOut({ id, email, secret, at }: HandedOut): Promise<{ userId: string } | null> {
      const account = await database
        .selectFrom('users')
        .select('id')
        .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
        .executeTakeFirst()
      if (account === undefined) return null
      const userId = account.id
      await inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const row = { id, user_id: userId, requested_by: 'support', requested_at: at, state: 'HANDED_OUT' } as const
        await transaction
          .insertInto('data_exports')
          .values({ ...row, ended_at: at, ...mailed(secret, at) })
          .execute()
        await recordActivity(transaction, { userId, actor: 'support', kind: 'data-exported', at })
        await addExportEmail(transaction, { id, userId }, secret, at)
      })
      return { userId }
    },

    /** Deletes the file, or gives up what is being made. False if there is neither. */
    remove(userId: string, at: Date): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const open = await openOf(transaction, userId)
        if (open === undefined) return false
        await endExport(transaction, open.id, 'DELETED', at)
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'data-export-deleted', at })
        return true
      })
    },

    async readyOf(userId: string, now: Date): Promise<ReadyExport | null> {
      const row = await readyRows(database, now).where('user_id', '=', userId).executeTakeFirst()
      return row === undefined ? null : readyOf(row)
    },

    /** What a mailed link leads to. `gone`: it once did, or the account has another address by now. */
    async byToken(hash: Buffer, now: Date): Promise<ReadyExport | 'gone' | null> {
      const known = await database
        .selectFrom('data_exports')
        .select('id')
        .where('token_hash', '=', hash)
        .executeTakeFirst()
      if (known === undefined) return null
      const row = await readyRows(database, now)
        .innerJoin('users', 'users.id', 'data_exports.user_id')
        .where('data_exports.id', '=', known.id)
        .whereRef('users.email', '=', 'data_exports.mailed_to')
        .where('users.disabled_at', 'is', null)
        .executeTakeFirst()
      return row === undefined ? 'gone' : readyOf(row)
    },

    /** A piece of a file; null after the last one, and when it was deleted meanwhile. */
    async piece(id: string, number: number): Promise<Buffer | null> {
      const row = await database
        .selectFrom('data_export_parts')
        .select('content')
        .where('export_id', '=', id)
        .where('number', '=', number)
        .executeTakeFirst()
      return row?.content ?? null
    },

    async noteDownload(userId: string, actor: 'owner' | 'recipient', at: Date): Promise<void> {
      await recordActivity(database, { userId, actor, kind: 'data-export-downloaded', at })
    },

    /** Deletes the files whose end has come, and forgets those that are long gone. */
    async purge(now: Date): Promise<void> {
      const over = await database
        .selectFrom('data_exports')
        .select(['id', 'user_id'])
        .where('state', '=', 'READY')
        .where('expires_at', '<=', now)
        .execute()
      for (const { id, user_id: userId } of over) {
        await inTransaction(database, { accounts: [userId] }, (transaction) =>
          endExport(transaction, id, 'EXPIRED', now),
        )
      }
    },
  }
}

function openOf(queries: Queries, userId: string) {
  return queries
    .selectFrom('data_exports')
    .select(['id', 'state'])
    .where('user_id', '=', userId)
    .where('state', 'in', ['WAITING', 'RUNNING', 'READY'])
    .executeTakeFirst()
}

function readyRows(queries: Queries, now: Date) {
  return queries
    .selectFrom('data_exports')
    .select([
      'data_exports.id',
      'data_exports.user_id',
      'data_exports.bytes',
      'data_exports.ready_at',
      'data_exports.expires_at',
    ])
    .where('state', '=', 'READY')
    .where('expires_at', '>', now)
}

type ReadyRow = Awaited<ReturnType<ReturnType<typeof readyRows>['executeTakeFirstOrThrow']>>

function readyOf({
  id,
  user_id: userId,
  bytes,
  ready_at: readyAt,
  expires_at: expiresAt,
}: ReadyRow): ReadyExport | null {
  if (bytes === null || readyAt === null || expiresAt === null) return null
  return { id, userId, bytes: Number(bytes), readyAt, expiresAt }
}

export function linkedExportOf({ bytes, readyAt, expiresAt }: ReadyExport): LinkedExport {
  return { bytes, readyAt: readyAt.toISOString(), expiresAt: expiresAt.toISOString() }
}
