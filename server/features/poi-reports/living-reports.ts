import { sql } from 'kysely'
import { poiReportsLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import type { NewReport } from '#contract/poi-reports/poi-reports.ts'
import { isReportable, type Reported, reportSource } from '#domain/poi-reports/poi-reports.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { pointAt } from '#server/db/positions/place.ts'

/** A report that is not over. */
export interface Report extends Reported {
  id: string
  /** Null once the account is deleted. */
  userId: string | null
}

/** The one of its type at its place; null if nobody has reported it. */
export async function nearestReport(
  queries: Queries,
  { poiType, ...place }: NewReport,
  now: Date,
): Promise<Report | null> {
  const row = await living(queries, now)
    .where('poi_type', '=', poiType)
    .where(sql<boolean>`st_dwithin(place::geography, ${pointAt(place)}::geography,
      ${poiReportsLimits.samePlaceMetres}, false)`)
    .orderBy(sql`place::geography <-> ${pointAt(place)}::geography`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : reportOf(row)
}

export async function findReport(queries: Queries, id: string, now: Date): Promise<Report | null> {
  const row = await living(queries, now).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : reportOf(row)
}

function living(queries: Queries, now: Date) {
  return queries
    .selectFrom('current_pois')
    .innerJoin('poi_reports', 'poi_id', 'id')
    .select(['id', 'user_id', 'poi_type', 'created_at', 'ends_at', 'weight'])
    .where('source', '=', reportSource)
    .where('expires_at', '>', now)
}

function reportOf(row: Awaited<ReturnType<ReturnType<typeof living>['executeTakeFirstOrThrow']>>): Report | null {
  if (!isReportable(row.poi_type)) return null
  const { id, user_id: userId, poi_type: poiType, created_at: reportedAt, ends_at: endsAt, weight } = row
  return { id, userId, poiType, reportedAt, endsAt, weight }
}
