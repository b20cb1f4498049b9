import { sql } from 'kysely'
import * as z from 'zod'
import { dataExportLimits, dataExportServerLimits } from '#contract/data-export/data-export-limits.ts'
import type { DataExport, DataExportStep, LinkedExport } from '#contract/data-export/data-export.ts'
import { dayMs, secondMs } from '#contract/base/time-units.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { skippingHeld, whileHolding, type Writing } from '#server/db/transactions/locks.ts'
import { addEmail, messageKind } from '#server/db/shared/messages.ts'
import type { Secret } from '#server/platform/secrets.ts'

/** An export that somebody has taken on, and nobody else works on. */
export interface TakenExport {
  id: string
  userId: string
  worker: string
  attempts: number
  withoutPrivacyZones: boolean
}

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

/** How far the work is. */
export interface ExportProgress {
  percent: number
  step: DataExportStep
  /** The device whose positions are being written. */
  stepName: string | null
}

/** A file that can be downloaded. */
export interface ReadyExport {
  id: string
  userId: string
  bytes: number
  readyAt: Date
  expiresAt: Date
}

/** What an e-mail about an export says, and to whom. */
export interface ExportEmail {
  email: string
  /** Null of one that support made. */
  expiresAt: Date | null
}

export const exportMessage = messageKind('data-export', z.tuple([z.string()]))

/** Somebody else works on it, or it was deleted: there is nothing more to do here. */
export class ExportLost extends Error {
  override name = 'ExportLost'
}

export type DataExportStore = ReturnType<typeof createDataExportStore>

const { leaseSeconds } = dataExportServerLimits

/** Exports of accounts: asked for, being made by one worker at a time, kept in pieces, and gone. */
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
      return whileHolding(database, { accounts: [userId] }, async (transaction) => {
        const open = await openOf(transaction, userId)
        if (open?.state === 'WAITING' || open?.state === 'RUNNING') return false
        if (open !== undefined) await end(transaction, open.id, 'DELETED', at)
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
      await whileHolding(database, { accounts: [userId] }, async (transaction) => {
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
      return whileHolding(database, { accounts: [userId] }, async (transaction) => {
        const open = await openOf(transaction, userId)
        if (open === undefined) return false
        await end(transaction, open.id, 'DELETED', at)
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'data-export-deleted', at })
        return true
      })
    },

    /**
     * Takes on one that waits, or whose worker has not been heard of. What that one left is deleted: it cannot add to it any
     * more.
     */
    async take(worker: string, now: Date): Promise<TakenExport | null> {
      const due = database
        .selectFrom('data_exports')
        .select('id')
        .where(sql<boolean>`state = 'WAITING' or state = 'RUNNING' and working_until < ${now}`)
        .orderBy('requested_at')
        .limit(1)
        .modifyEnd(skippingHeld('data_exports'))
      const row = await database
        .updateTable('data_exports')
        .set({
          state: 'RUNNING',
          worker,
          working_until: leaseFrom(now),
          attempts: sql<number>`attempts + 1`,
          percent: 0,
          step: null,
          step_name: null,
        })
        .where('id', '=', due)
        .returning(['id', 'user_id', 'attempts', 'without_privacy_zones'])
        .executeTakeFirst()
      if (row === undefined) return null
      await database.deleteFrom('data_export_parts').where('export_id', '=', row.id).execute()
      const { id, user_id: userId, attempts, without_privacy_zones: withoutPrivacyZones } = row
      return { id, userId, worker, attempts, withoutPrivacyZones }
    },

    /**
     * Adds a piece, says how far the work is, and goes on holding it.
     * @throws {ExportLost} if somebody else holds it now, or it was deleted.
     */
    async add(
      { id, worker }: TakenExport,
      piece: { number: number; content: Uint8Array },
      { percent, step, stepName }: ExportProgress,
      now: Date,
    ): Promise<void> {
      const { rows } = await sql`
        with held as (
          update data_exports
          set working_until = ${leaseFrom(now)}, percent = ${percent}, step = ${step}, step_name = ${stepName}
          where id = ${id} and worker = ${worker} and state = 'RUNNING' returning id
        )
        insert into data_export_parts (export_id, number, content)
        select id, ${piece.number}, ${Buffer.from(piece.content)} from held returning number`.execute(database)
      if (rows.length === 0) throw new ExportLost()
    },

    /**
     * The file is there, and its e-mail with the token of its link is on its way.
     * @throws {ExportLost} as above.
     */
    async finish({ id, userId, worker }: TakenExport, bytes: number, secret: Secret, now: Date): Promise<void> {
      await whileHolding(database, { accounts: [userId] }, async (transaction) => {
        const row = await transaction
          .updateTable('data_exports')
          .set({
            state: 'READY',
            worker: null,
            working_until: null,
            percent: 100,
            bytes: String(bytes),
            ready_at: now,
            expires_at: new Date(now.getTime() + dataExportLimits.keptDays * dayMs),
            ...mailed(secret, now),
          })
          .where('id', '=', id)
          .where('worker', '=', worker)
          .where('state', '=', 'RUNNING')
          .returning('id')
          .executeTakeFirst()
        if (row === undefined) throw new ExportLost()
        await recordActivity(transaction, { userId, actor: 'product', kind: 'data-export-made', at: now })
        await addExportEmail(transaction, { id, userId }, secret, now)
      })
    },

    /** After a failure: it waits for the next attempt, or is given up. */
    async letGo({ id, userId, worker }: TakenExport, isGivenUp: boolean, now: Date): Promise<void> {
      await whileHolding(database, { accounts: [userId] }, async (transaction) => {
        const row = await transaction
          .updateTable('data_exports')
          .set({ state: 'WAITING', worker: null, working_until: null })
          .where('id', '=', id)
          .where('worker', '=', worker)
          .where('state', '=', 'RUNNING')
          .returning('id')
          .executeTakeFirst()
        if (row !== undefined && isGivenUp) await end(transaction, id, 'FAILED', now)
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

    /** Those that a version before has made, and about which it has added no e-mail yet. */
    async unmailed(): Promise<{ id: string; userId: string }[]> {
      const rows = await database
        .selectFrom('data_exports')
        .select(['id', 'user_id'])
        .where('state', 'in', ['READY', 'HANDED_OUT'])
        .where('mail_queued_at', 'is', null)
        .execute()
      return rows.map(({ id, user_id: userId }) => ({ id, userId }))
    },

    /** Its e-mail, which a version before has queued and not sent, is to be added again. */
    async returnEmail(id: string): Promise<void> {
      await database
        .updateTable('data_exports')
        .set({ mail_queued_at: null })
        .where('id', '=', id)
        .where('state', 'in', ['READY', 'HANDED_OUT'])
        .execute()
    },

    /** Adds the e-mail about one of these, once. */
    addEmail({ id, userId }: { id: string; userId: string }, secret: Secret, now: Date): Promise<void> {
      return whileHolding(database, { accounts: [userId] }, async (writing) => {
        const noted = await writing
          .updateTable('data_exports')
          .set(mailed(secret, now))
          .where('id', '=', id)
          .where('mail_queued_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (noted !== undefined) await addExportEmail(writing, { id, userId }, secret, now)
      })
    },

    /**
     * What the e-mail with this token says; null if there is nothing to tell any more. The link is valid for the address that the
     * account has now.
     */
    async beginEmail(id: string, hash: Buffer, now: Date): Promise<ExportEmail | null> {
      const { rows } = await sql<{ email: string; expires_at: Date | null }>`
        update data_exports set mail_begun_at = ${now}, mailed_to = users.email
        from users
        where data_exports.id = ${id} and users.id = data_exports.user_id and token_hash = ${hash}
          and (state = 'HANDED_OUT' or state = 'READY' and expires_at > ${now})
        returning users.email, expires_at`.execute(database)
      const [row] = rows
      return row === undefined ? null : { email: row.email, expiresAt: row.expires_at }
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
        await whileHolding(database, { accounts: [userId] }, (transaction) => end(transaction, id, 'EXPIRED', now))
      }
    },
  }
}

/** Of an export about which an e-mail is added. */
function mailed({ hash }: Secret, at: Date) {
  return { mail_queued_at: at, token_hash: hash }
}

/** With the token of its link. */
function addExportEmail(
  writing: Writing,
  { id, userId }: { id: string; userId: string },
  { token }: Secret,
  at: Date,
): Promise<void> {
  const email = { userId, deviceId: null, address: null, words: token, dueAt: at }
  return addEmail(writing, exportMessage, { ...email, about: [id] })
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + leaseSeconds * secondMs)
}

function openOf(queries: Queries, userId: string) {
  return queries
    .selectFrom('data_exports')
    .select(['id', 'state'])
    .where('user_id', '=', userId)
    .where('state', 'in', ['WAITING', 'RUNNING', 'READY'])
    .executeTakeFirst()
}

/** Its worker, if there is one, notices with its next piece. */
async function end(queries: Queries, id: string, state: 'DELETED' | 'EXPIRED' | 'FAILED', at: Date): Promise<void> {
  await queries
    .updateTable('data_exports')
    .set({ state, worker: null, working_until: null, ended_at: at })
    .where('id', '=', id)
    .where('state', 'in', ['WAITING', 'RUNNING', 'READY'])
    .execute()
  await queries.deleteFrom('data_export_parts').where('export_id', '=', id).execute()
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
