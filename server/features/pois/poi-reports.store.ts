import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Place } from '#contract/place.ts'
import type { Correction, NewReport } from '#contract/poi-reports.ts'
import {
  isReportable,
  reportAttribution,
  type Reported,
  reportSource,
  standingOf,
  type Vote,
} from '#domain/poi-reports.ts'
import type { Database, Queries } from '#server/db/database.ts'
import { whileHolding } from '#server/db/locks.ts'
import type { GeometryValue } from '#server/db/tables.ts'

/** A report that is not over. */
interface Report extends Reported {
  id: string
  /** Null once the account is erased. */
  userId: string | null
}

/**
 * Two people at the same place, or one who presses twice, make one POI. Every change of POIs waits for the others' at its
 * end anyway, where it counts their version (migration 0011).
 */
const oneAtATime = { turn: 'poi reports' }

export type PoiReportsStore = ReturnType<typeof createPoiReportsStore>

/** What users report, as POIs of a source of its own. */
export function createPoiReportsStore(database: Database, newId: () => string) {
  return {
    /** Keeps a new report, or confirms the one of its type that is there already. Gives the id of the POI. */
    async report(userId: string, report: NewReport, now: Date): Promise<string> {
      return whileHolding(database, oneAtATime, async (transaction) => {
        const known = await nearest(transaction, report, now)
        if (known === null) return add(transaction, newId(), userId, report, now)
        await keepVote(transaction, known, userId, { confirms: true, at: now })
        return known.id
      })
    },

    /** The report behind a POI; null where it is none or over. */
    async find(id: string, now: Date): Promise<Report | null> {
      return find(database, id, now)
    },

    async vote(id: string, userId: string, vote: Vote): Promise<void> {
      await whileHolding(database, oneAtATime, async (transaction) => {
        const report = await find(transaction, id, vote.at)
        if (report !== null) await keepVote(transaction, report, userId, vote)
      })
    },

    async correct(id: string, { speed, direction, expiresAt }: Correction, now: Date): Promise<void> {
      await whileHolding(database, oneAtATime, async (transaction) => {
        const endsAt = expiresAt === undefined ? null : new Date(expiresAt)
        await transaction.updateTable('poi_reports').set({ ends_at: endsAt }).where('poi_id', '=', id).execute()
        const report = await find(transaction, id, now)
        if (report === null) return
        await transaction
          .updateTable('pois')
          .set({ speed: speed ?? null, direction: direction ?? null, updated_at: now })
          .where('id', '=', id)
          .execute()
        await keepStanding(transaction, report, now)
      })
    },

    async remove(id: string): Promise<void> {
      await erase(database, [id])
    },

    /** Which of these POIs the user reported. */
    async ownAmong(ids: readonly string[], userId: string): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set()
      const rows = await database
        .selectFrom('poi_reports')
        .select('poi_id')
        .where('user_id', '=', userId)
        .where('poi_id', 'in', ids)
        .execute()
      return new Set(rows.map(({ poi_id }) => poi_id))
    },

    /** Erases what was over before then, with who said what. */
    async forget(before: Date): Promise<void> {
      const rows = await database
        .selectFrom('pois')
        .select('id')
        .where('source', '=', reportSource)
        .where('expires_at', '<', before)
        .execute()
      if (rows.length > 0)
        await erase(
          database,
          rows.map(({ id }) => id),
        )
    },
  }
}

async function nearest(queries: Queries, { poiType, ...place }: NewReport, now: Date): Promise<Report | null> {
  const row = await living(queries, now)
    .where('poi_type', '=', poiType)
    .where(sql<boolean>`st_dwithin(place::geography, ${pointOf(place)}::geography,
      ${limits.poiReports.samePlaceMetres}, false)`)
    .orderBy(sql`place::geography <-> ${pointOf(place)}::geography`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : reportOf(row)
}

async function find(queries: Queries, id: string, now: Date): Promise<Report | null> {
  const row = await living(queries, now).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : reportOf(row)
}

function living(queries: Queries, now: Date) {
  return queries
    .selectFrom('current_pois')
    .innerJoin('poi_reports', 'poi_id', 'id')
    .select(['id', 'user_id', 'poi_type', 'created_at', 'ends_at'])
    .where('source', '=', reportSource)
    .where('expires_at', '>', now)
}

function reportOf(row: Awaited<ReturnType<ReturnType<typeof living>['executeTakeFirstOrThrow']>>): Report | null {
  if (!isReportable(row.poi_type)) return null
  return { id: row.id, userId: row.user_id, poiType: row.poi_type, reportedAt: row.created_at, endsAt: row.ends_at }
}

async function add(queries: Queries, id: string, userId: string, report: NewReport, now: Date): Promise<string> {
  const { poiType, speed, direction, expiresAt } = report
  const endsAt = expiresAt === undefined ? null : new Date(expiresAt)
  await queries
    .insertInto('pois')
    .values({
      id,
      source: reportSource,
      source_id: id,
      poi_type: poiType,
      place: pointOf(report),
      speed: speed ?? null,
      direction: direction ?? null,
      attribution: reportAttribution,
      fetched_at: now,
      created_at: now,
      updated_at: now,
      expires_at: standingOf({ poiType, reportedAt: now, endsAt }, []).expiresAt,
      street: null,
      postcode: null,
      city: null,
      note: null,
    })
    .execute()
  await queries
    .insertInto('poi_reports')
    .values({ poi_id: id, user_id: userId, confirmed_at: null, ends_at: endsAt })
    .execute()
  return id
}

/** The reporter's own word is not kept: it was their report. */
async function keepVote(queries: Queries, report: Report, userId: string, vote: Vote): Promise<void> {
  if (report.userId === userId) return
  await queries
    .insertInto('poi_votes')
    .values({ poi_id: report.id, user_id: userId, ...vote })
    .onConflict((conflict) => conflict.columns(['poi_id', 'user_id']).doUpdateSet(vote))
    .execute()
  await keepStanding(queries, report, vote.at)
}

/** It touches the POI every time, so that what is prepared from all POIs is made anew. */
async function keepStanding(queries: Queries, report: Report, now: Date): Promise<void> {
  const { id } = report
  const votes = await queries.selectFrom('poi_votes').select(['confirms', 'at']).where('poi_id', '=', id).execute()
  const { confirmations, denials, confirmedAt, expiresAt } = standingOf(report, votes)
  await queries
    .updateTable('poi_reports')
    .set({ confirmations, denials, confirmed_at: confirmedAt })
    .where('poi_id', '=', id)
    .execute()
  await queries.updateTable('pois').set({ expires_at: expiresAt, fetched_at: now }).where('id', '=', id).execute()
}

async function erase(database: Database, ids: readonly string[]): Promise<void> {
  await whileHolding(database, oneAtATime, async (transaction) => {
    await transaction.deleteFrom('pois').where('source', '=', reportSource).where('id', 'in', ids).execute()
    await transaction.deleteFrom('poi_reports').where('poi_id', 'in', ids).execute()
  })
}

function pointOf({ latitude, longitude }: Place) {
  return sql<GeometryValue>`st_setsrid(st_makepoint(${longitude}, ${latitude}), 4326)`
}
