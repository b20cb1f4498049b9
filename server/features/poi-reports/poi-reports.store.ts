import { sql } from 'kysely'
import { poiReportsLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import type { Correction, NewReport, VoterNearness } from '#contract/poi-reports/poi-reports.ts'
import {
  isReportable,
  momentOfVote,
  type Reported,
  reportSource,
  type Standing,
  standingOf,
} from '#domain/poi-reports/poi-reports.ts'
import { isDoubted, notVotedOn } from '#domain/poi-reports/doubts.ts'
import { verdictsOf } from '#domain/poi-reports/verdicts.ts'
import { recordWeight, type Voter, weightOfVote } from '#domain/poi-reports/vote-weight.ts'
import { stateAfter } from '#domain/consents/consents.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import { lastOfAccount, recordConsent } from '#server/db/shared/consent-ledger.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { whileHolding, type Writing } from '#server/db/transactions/locks.ts'
import { pointAt } from '#server/db/positions/place.ts'
import type { ReportedPois } from '#server/features/pois/reported-pois.ts'

/** A report that is not over. */
interface Report extends Reported {
  id: string
  /** Null once the account is deleted. */
  userId: string | null
}

/** What somebody says about a report. */
interface Said {
  confirms: boolean
  at: Date
  /** Undefined: they did not say. It is not stored. */
  nearness: VoterNearness | undefined
}

/**
 * Two people at the same place, or one who presses twice, make one POI. At its end every change of POIs waits for the
 * others anyway, when it counts their version (migration 0011).
 */
const oneAtATime = { turn: 'poi reports' }

const purpose = 'reports'

export type PoiReportsStore = ReturnType<typeof createPoiReportsStore>

/** What users report, as POIs of a source of its own. */
export function createPoiReportsStore(database: Database, newId: () => string, pois: ReportedPois) {
  return {
    /**
     * Stores a new report, or confirms the one of its type that is already there. Returns the POI's id, or null where
     * consent is missing: the user gave none to the text of today, before or with the report.
     */
    async report(userId: string, report: NewReport, now: Date): Promise<{ id: string; isNew: boolean } | null> {
      return whileHolding(database, oneAtATime, async (transaction) => {
        const last = await lastOfAccount(transaction, userId, purpose)
        if (last === null || stateAfter(last) !== 'given') {
          if (report.consentVersion !== currentVersion(purpose)) return null
          await say(transaction, userId, { version: report.consentVersion, given: true, at: now })
        }
        const known = await nearest(transaction, report, now)
        if (known === null) {
          return { id: await add(transaction, pois, newId(), userId, report, now), isNew: true }
        }
        const at = momentOfVote(known, report.seenAt, now)
        await keepVote(transaction, pois, known, userId, { confirms: true, at, nearness: undefined }, now)
        return { id: known.id, isNew: false }
      })
    },

    /** The report behind a POI; null if there is none or it is over. */
    async find(id: string, now: Date): Promise<Report | null> {
      return find(database, id, now)
    },

    async vote(id: string, userId: string, said: Said, now: Date): Promise<void> {
      await whileHolding(database, oneAtATime, async (transaction) => {
        const report = await find(transaction, id, now)
        if (report !== null) await keepVote(transaction, pois, report, userId, said, now)
      })
    },

    /** Takes a vote back, as if it had not been said. False where there is none. */
    async takeBack(id: string, userId: string, now: Date): Promise<boolean> {
      return whileHolding(database, oneAtATime, async (transaction) => {
        const report = await find(transaction, id, now)
        if (report === null) return false
        const { numDeletedRows } = await transaction
          .deleteFrom('poi_votes')
          .where('poi_id', '=', id)
          .where('user_id', '=', userId)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return false
        await keepStanding(transaction, pois, report, now)
        return true
      })
    },

    /** A word about what a source says. What somebody has said later stays. */
    async doubt(id: string, userId: string, { confirms, at, nearness }: Said, now: Date): Promise<void> {
      const weight = weightOfVote(await voterOf(database, userId), { nearness, repeats: 0 }, now)
      const word = { confirms, at, weight }
      await database
        .insertInto('poi_doubts')
        .values({ poi_id: id, user_id: userId, ...word })
        .onConflict((conflict) =>
          conflict.columns(['poi_id', 'user_id']).doUpdateSet(word).where('poi_doubts.at', '<=', at),
        )
        .execute()
    },

    /** Which of these POIs readers doubt; what was once said about statistics does not count. Words from before the source last changed its entry are about another one. */
    async doubtedAmong(ids: readonly string[], now: Date): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set()
      const rows = await database
        .selectFrom('poi_doubts')
        .innerJoin('current_pois', 'id', 'poi_id')
        .select(['poi_id', 'confirms', 'at', 'weight'])
        .where(sql<boolean>`poi_id = any(${ids})`)
        .whereRef('at', '>=', 'updated_at')
        .where('poi_type', '<>', notVotedOn)
        .execute()
      const words = Map.groupBy(rows, ({ poi_id }) => poi_id)
      return new Set([...words].flatMap(([id, about]) => (isDoubted(about, now) ? [id] : [])))
    },

    async correct(id: string, { speed, direction, expiresAt }: Correction, now: Date): Promise<void> {
      await whileHolding(database, oneAtATime, async (transaction) => {
        const endsAt = expiresAt === undefined ? null : new Date(expiresAt)
        await transaction.updateTable('poi_reports').set({ ends_at: endsAt }).where('poi_id', '=', id).execute()
        const report = await find(transaction, id, now)
        if (report === null) return
        await pois.correct(transaction, id, { speed: speed ?? null, direction: direction ?? null }, now)
        await keepStanding(transaction, pois, report, now)
      })
    },

    /** Deletes the user's reports, and writes down that the consent is withdrawn. Returns how many there were. */
    async withdraw(userId: string, now: Date): Promise<number> {
      return whileHolding(database, oneAtATime, async (transaction) => {
        const last = await lastOfAccount(transaction, userId, purpose)
        if (last?.given === true) await say(transaction, userId, { version: last.version, given: false, at: now })
        const rows = await transaction
          .selectFrom('poi_reports')
          .select('poi_id')
          .where('user_id', '=', userId)
          .execute()
        const ids = rows.map(({ poi_id }) => poi_id)
        if (ids.length > 0) await eraseThese(transaction, pois, ids)
        if (last?.given === true || ids.length > 0) {
          await recordActivity(transaction, { userId, actor: 'owner', kind: 'reports-consent-withdrawn', at: now })
        }
        return ids.length
      })
    },

    async remove(id: string): Promise<void> {
      await erase(database, pois, [id])
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

    /** Deletes what was over before then, with all votes. What others said to them goes into the voters' records. */
    async forget(before: Date): Promise<void> {
      const over = await overSince(database, before)
      if (over.length === 0) return
      const words = await wordsAbout(database, over)
      const accounts = [...new Set(words.map(({ userId }) => userId))]
      await whileHolding(database, { ...oneAtATime, accounts }, async (transaction) => {
        const still = await overSince(transaction, before)
        await keepRecords(transaction, await wordsAbout(transaction, still), accounts)
        if (still.length > 0) await eraseThese(transaction, pois, still)
      })
    },
  }
}

async function overSince(queries: Queries, before: Date): Promise<string[]> {
  const rows = await queries
    .selectFrom('pois')
    .select('id')
    .where('source', '=', reportSource)
    .where('expires_at', '<', before)
    .execute()
  return rows.map(({ id }) => id)
}

/** Everything that was said about reports, their reporters' own words among it. Of deleted accounts nothing is known. */
async function wordsAbout(queries: Queries, ids: readonly string[]) {
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

/** @param held accounts that nobody deletes meanwhile. About what is over, nobody else has said anything since. */
async function keepRecords(
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

async function voterOf(queries: Queries, userId: string): Promise<Voter> {
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
async function repeatsOf(queries: Queries, report: Report, userId: string, confirms: boolean): Promise<number> {
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

async function nearest(queries: Queries, { poiType, ...place }: NewReport, now: Date): Promise<Report | null> {
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

async function find(queries: Queries, id: string, now: Date): Promise<Report | null> {
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

async function add(
  writing: Writing,
  pois: ReportedPois,
  id: string,
  userId: string,
  report: NewReport,
  now: Date,
): Promise<string> {
  const { poiType, speed, direction, expiresAt } = report
  const endsAt = expiresAt === undefined ? null : new Date(expiresAt)
  const seenAt = momentOf(report, now)
  const weight = recordWeight(await voterOf(writing, userId), now)
  const standing = standingOf({ poiType, reportedAt: seenAt, endsAt, weight }, [])
  const facts = { poiType, speed: speed ?? null, direction: direction ?? null }
  await pois.add(writing, id, { ...facts, place: report, seenAt, expiresAt: standing.expiresAt }, now)
  await writing
    .insertInto('poi_reports')
    .values({ poi_id: id, user_id: userId, ends_at: endsAt, weight, ...columnsOf(standing) })
    .execute()
  return id
}

/** When it was seen: before it was sent, if there was no network. */
function momentOf({ seenAt }: NewReport, now: Date): Date {
  return seenAt === undefined ? now : new Date(seenAt)
}

/** The reporter's own vote is not stored: it was their report. What somebody has said later stays. */
async function keepVote(
  writing: Writing,
  pois: ReportedPois,
  report: Report,
  userId: string,
  { confirms, at, nearness }: Said,
  now: Date,
): Promise<void> {
  if (report.userId === userId) return
  const repeats = await repeatsOf(writing, report, userId, confirms)
  const weight = weightOfVote(await voterOf(writing, userId), { nearness, repeats }, now)
  const vote = { confirms, at, weight }
  await writing
    .insertInto('poi_votes')
    .values({ poi_id: report.id, user_id: userId, ...vote })
    .onConflict((conflict) =>
      conflict.columns(['poi_id', 'user_id']).doUpdateSet(vote).where('poi_votes.at', '<=', vote.at),
    )
    .execute()
  await keepStanding(writing, pois, report, now)
}

/** It changes the POI every time, so that everything prepared from all POIs is made again. */
async function keepStanding(writing: Writing, pois: ReportedPois, report: Report, now: Date): Promise<void> {
  const { id } = report
  const votes = await writing
    .selectFrom('poi_votes')
    .select(['confirms', 'at', 'weight'])
    .where('poi_id', '=', id)
    .execute()
  const standing = standingOf(report, votes)
  await writing.updateTable('poi_reports').set(columnsOf(standing)).where('poi_id', '=', id).execute()
  await pois.keepUntil(writing, id, standing.expiresAt, now)
}

function columnsOf({ confirmations, denials, confirmedAt, supporting, opposing, unconfirmed }: Standing) {
  return { confirmations, denials, confirmed_at: confirmedAt, supporting, opposing, unconfirmed }
}

async function erase(database: Database, pois: ReportedPois, ids: readonly string[]): Promise<void> {
  await whileHolding(database, oneAtATime, (transaction) => eraseThese(transaction, pois, ids))
}

async function eraseThese(writing: Writing, pois: ReportedPois, ids: readonly string[]): Promise<void> {
  await pois.remove(writing, ids)
  await writing.deleteFrom('poi_reports').where('poi_id', 'in', ids).execute()
}

/** Consent to reports is the account's, and no device's. */
function say(queries: Queries, userId: string, said: { version: number; given: boolean; at: Date }): Promise<void> {
  return recordConsent(queries, { ...said, userId, deviceId: null, deviceName: null, purpose, actor: 'owner' })
}
