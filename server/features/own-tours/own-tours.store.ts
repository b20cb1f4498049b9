import { sql } from 'kysely'
import { ownToursLimits } from '#contract/own-tours/own-tours-limits.ts'
import type { OwnTour } from '#contract/own-tours/own-tours.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { lastOfAccount, recordConsent } from '#server/db/shared/consent-ledger.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import type { KnownTour, ReadTour } from './tour-reading.ts'

const purpose = 'own-tours'
const { most, points: mostPoints, pageRows, keptDays, keptLongerDays } = ownToursLimits

/** Rows of one statement. */
const batch = 100

export type OwnToursStore = ReturnType<typeof createOwnToursStore>

/** Tours from people's own files. */
export function createOwnToursStore(database: Database) {
  /** What is shown is what is kept, also where the night has not deleted it yet. */
  const kept = async (queries: Queries, userId: string, now: Date) => {
    const days = (await keepsLonger(queries, userId)) ? keptLongerDays : keptDays
    const since = new Date(now.getTime() - days * dayMs)
    return {
      days,
      tours: queries.selectFrom('own_tours').where('user_id', '=', userId).where('read_at', '>=', since),
    }
  }

  return {
    /** The latest first: those before one of them, or the latest ones. */
    async page(userId: string, before: string | null, now: Date) {
      const { days, tours } = await kept(database, userId, now)
      const rows = await tours
        .select(columns)
        .$if(before !== null, (query) =>
          query.where(
            sql<boolean>`(began_at, id) < (select began_at, id from own_tours where id = ${before} and user_id = ${userId})`,
          ),
        )
        .orderBy('began_at', 'desc')
        .orderBy('id', 'desc')
        .limit(pageRows + 1)
        .execute()
      const page = rows.slice(0, pageRows)
      return {
        tours: page.map((row) => tourOf(row, days)),
        next: rows.length > pageRows ? (page.at(-1)?.id ?? null) : null,
        isKeptLonger: days === keptLongerDays,
      }
    },

    /** Null if the user has no tour with this id. */
    async find(userId: string, id: string, now: Date): Promise<{ tour: OwnTour; line: string[] } | null> {
      const { days, tours } = await kept(database, userId, now)
      const row = await tours
        .select([...columns, 'line'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : { tour: tourOf(row, days), line: row.line }
    },

    /** All that the user has, to find what is new in a file. Pieces are text: their reader has a thread of its own. */
    async known(userId: string, now: Date): Promise<KnownTour[]> {
      const { tours } = await kept(database, userId, now)
      const rows = await tours.select(['id', 'began_at', sql<string>`pieces::text`.as('pieces')]).execute()
      return rows.map(({ id, began_at, pieces }) => ({ id, begins: began_at.getTime() / 1000, pieces }))
    },

    /**
     * Adds what is new in a file. `changed`: the user has tours that the file was not compared with; `full`: as many as may
     * be. Then nothing is added.
     */
    add(
      { userId, comparedWith, tours }: { userId: string; comparedWith: readonly string[]; tours: readonly NewTour[] },
      now: Date,
    ): Promise<'added' | 'changed' | 'full'> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const present = await (await kept(transaction, userId, now)).tours.select(['id', 'points']).execute()
        const compared = new Set(comparedWith)
        if (present.some(({ id }) => !compared.has(id))) return 'changed'
        const points = [...present, ...tours].reduce((sum, tour) => sum + tour.points, 0)
        if (present.length + tours.length > most || points > mostPoints) return 'full'
        for (let start = 0; start < tours.length; start += batch) {
          await transaction
            .insertInto('own_tours')
            .values(tours.slice(start, start + batch).map((tour) => rowOf(tour, userId, now)))
            .execute()
        }
        return 'added'
      })
    },

    /** False if the user has no tour with this id. */
    async remove(userId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await database
        .deleteFrom('own_tours')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Returns how many there were. */
    async removeAll(userId: string): Promise<number> {
      const { numDeletedRows } = await database.deleteFrom('own_tours').where('user_id', '=', userId).executeTakeFirst()
      return Number(numDeletedRows)
    },

    /** Consent to keeping tours longer, to this version of its text. */
    async keepLonger(userId: string, version: number, now: Date): Promise<void> {
      await inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const last = await lastOfAccount(transaction, userId, purpose)
        if (last?.given === true && last.version === version) return
        await say(transaction, userId, { version, given: true, at: now })
      })
    },

    /** Withdraws it, and deletes what is older than without it. Returns how many tours that were. */
    withdraw(userId: string, now: Date): Promise<number> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const last = await lastOfAccount(transaction, userId, purpose)
        if (last?.given !== true) return 0
        await say(transaction, userId, { version: last.version, given: false, at: now })
        const { numDeletedRows } = await transaction
          .deleteFrom('own_tours')
          .where('user_id', '=', userId)
          .where('read_at', '<', new Date(now.getTime() - keptDays * dayMs))
          .executeTakeFirst()
        return Number(numDeletedRows)
      })
    },
  }
}

export type NewTour = ReadTour & { id: string }

/** The last word counts, whichever version of the text it was given to. */
async function keepsLonger(queries: Queries, userId: string): Promise<boolean> {
  return (await lastOfAccount(queries, userId, purpose))?.given === true
}

/** It is the account's, and no device's. */
function say(writing: Writing, userId: string, said: { version: number; given: boolean; at: Date }) {
  return recordConsent(writing, { userId, deviceId: null, deviceName: null, purpose, actor: 'owner', ...said })
}

const columns = [
  'id',
  'name',
  'source',
  'began_at',
  'ended_at',
  'length_metres',
  'own_tours.points',
  'read_at',
] as const

function rowOf(
  { id, name, source, begins, ends, lengthMetres, points, pieces, line }: NewTour,
  userId: string,
  now: Date,
) {
  return {
    id,
    user_id: userId,
    name,
    source,
    began_at: new Date(begins * 1000),
    ended_at: new Date(ends * 1000),
    length_metres: lengthMetres,
    points,
    pieces,
    line: [...line],
    read_at: now,
  }
}

interface TourRow {
  id: string
  name: string | null
  source: OwnTour['source']
  began_at: Date
  ended_at: Date
  length_metres: number
  points: number
  read_at: Date
}

function tourOf(row: TourRow, keptDaysNow: number): OwnTour {
  return {
    id: row.id,
    name: row.name,
    source: row.source,
    beganAt: row.began_at.toISOString(),
    endedAt: row.ended_at.toISOString(),
    lengthMetres: row.length_metres,
    points: row.points,
    readAt: row.read_at.toISOString(),
    keptUntil: new Date(row.read_at.getTime() + keptDaysNow * dayMs).toISOString(),
  }
}
