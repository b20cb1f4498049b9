import { sql } from 'kysely'
import type { VoterNearness } from '#contract/poi-reports/poi-reports.ts'
import { isReportable } from '#domain/poi-reports/poi-reports.ts'
import { verdictsOf } from '#domain/poi-reports/verdicts.ts'
import type { Voter } from '#domain/poi-reports/vote-weight.ts'
import type { Queries } from '#server/db/connection/database.ts'
import type { Report } from './living-reports.ts'

/* Who says something about a POI, and what of it says how much their next words weigh. */

/** What somebody says about a POI. */
export interface Said {
  confirms: boolean
  at: Date
  /** Undefined: they did not say. It is not stored. */
  nearness: VoterNearness | undefined
}

/** Everything that was said about reports, their reporters' own words among it. Of deleted accounts nothing is known. */
export async function wordsAbout(queries: Queries, ids: readonly string[]) {
  if (ids.length === 0) return []
  const reported = await queries
    .selectFrom('poi_reports')
    .innerJoin('pois', 'id', 'poi_id')
    .select(['poi_id', 'poi_type', 'user_id', 'created_at', 'weight'])
    .where('poi_id', 'in', ids)
    .execute()
  const votes = await queries
    .selectFrom('poi_votes')
    .select(['poi_id', 'user_id', 'confirms', 'at', 'weight'])
    .where('poi_id', 'in', ids)
    .execute()
  return reported.flatMap(({ poi_id: poiId, poi_type: poiType, user_id: reporter, created_at: at, weight }) => [
    ...(reporter === null ? [] : [{ poiId, poiType, userId: reporter, confirms: true, at, weight }]),
    ...votes
      .filter((vote) => vote.poi_id === poiId)
      .map((vote) => ({
        poiId,
        poiType,
        userId: vote.user_id,
        confirms: vote.confirms,
        at: vote.at,
        weight: vote.weight,
      })),
  ])
}

/** Into the voters' records. @param held accounts that nobody deletes meanwhile. About what is over, nobody else has said anything since. */
export async function keepVerdicts(
  queries: Queries,
  words: Awaited<ReturnType<typeof wordsAbout>>,
  held: readonly string[],
): Promise<void> {
  const verdicts = [...Map.groupBy(words, ({ poiId }) => poiId).values()].flatMap((about) => {
    const [first] = about
    return first !== undefined && isReportable(first.poiType) ? verdictsOf({ poiType: first.poiType }, about) : []
  })
  const among = verdicts.filter(({ userId }) => held.includes(userId))
  if (among.length === 0) return
  await sql`
    insert into poi_voters (user_id, agreed, disagreed)
    select users.id, count(*) filter (where verdict.agreed), count(*) filter (where not verdict.agreed)
    from jsonb_to_recordset(${JSON.stringify(among)}::jsonb) as verdict("userId" text, agreed boolean)
    join users on users.id = verdict."userId"
    group by users.id order by users.id
    on conflict (user_id) do update set
      agreed = poi_voters.agreed + excluded.agreed, disagreed = poi_voters.disagreed + excluded.disagreed`.execute(
    queries,
  )
}

export async function voterOf(queries: Queries, userId: string): Promise<Voter> {
  const row = await queries
    .selectFrom('users')
    .leftJoin('poi_voters', 'user_id', 'id')
    .select(['agreed', 'disagreed'])
    .select(({ selectFrom }) =>
      selectFrom('devices')
        .select(({ fn }) => fn.min('registered_at').as('since'))
        .whereRef('devices.user_id', '=', 'users.id')
        .as('deviceSince'),
    )
    .where('id', '=', userId)
    .executeTakeFirst()
  return { deviceSince: row?.deviceSince ?? null, agreed: row?.agreed ?? 0, disagreed: row?.disagreed ?? 0 }
}

/** How often somebody has said the same of other reports of the same person that are still kept. */
export async function repeatsOf(queries: Queries, report: Report, userId: string, confirms: boolean): Promise<number> {
  if (report.userId === null) return 0
  const row = await queries
    .selectFrom('poi_votes')
    .innerJoin('poi_reports', 'poi_reports.poi_id', 'poi_votes.poi_id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('poi_votes.user_id', '=', userId)
    .where('poi_reports.user_id', '=', report.userId)
    .where('poi_votes.poi_id', '<>', report.id)
    .where('confirms', '=', confirms)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}
