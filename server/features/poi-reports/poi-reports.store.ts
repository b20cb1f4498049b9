import type { Correction, NewReport } from '#contract/poi-reports/poi-reports.ts'
import { momentOfVote, reportSource, type Standing, standingOf } from '#domain/poi-reports/poi-reports.ts'
import { recordWeight, weightOfVote } from '#domain/poi-reports/vote-weight.ts'
import { stateAfter } from '#domain/consents/consents.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import { lastOfAccount, recordConsent } from '#server/db/shared/consent-ledger.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import type { ReportedPois } from '#server/features/pois/reported-pois.ts'
import { findReport, nearestReport, type Report } from './living-reports.ts'
import { keepVerdicts, repeatsOf, type Said, voterOf, wordsAbout } from './voters.ts'

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
      return inTransaction(database, oneAtATime, async (transaction) => {
        const last = await lastOfAccount(transaction, userId, purpose)
        if (last === null || stateAfter(last) !== 'given') {
          if (report.consentVersion !== currentVersion(purpose)) return null
          await say(transaction, userId, { version: report.consentVersion, given: true, at: now })
        }
        const known = await nearestReport(transaction, report, now)
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
      return findReport(database, id, now)
    },

    async vote(id: string, userId: string, said: Said, now: Date): Promise<void> {
      await inTransaction(database, oneAtATime, async (transaction) => {
        const report = await findReport(transaction, id, now)
        if (report !== null) await keepVote(transaction, pois, report, userId, said, now)
      })
    },

    /** Takes a vote back, as if it had not been said. False where there is none. */
    async takeBack(id: string, userId: string, now: Date): Promise<boolean> {
      return inTransaction(database, oneAtATime, async (transaction) => {
        const report = await findReport(transaction, id, now)
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

    async correct(id: string, { speed, direction, expiresAt }: Correction, now: Date): Promise<void> {
      await inTransaction(database, oneAtATime, async (transaction) => {
        const endsAt = typeof expiresAt === 'string' ? new Date(expiresAt) : null
        await transaction.updateTable('poi_reports').set({ ends_at: endsAt }).where('poi_id', '=', id).execute()
        const report = await findReport(transaction, id, now)
        if (report === null) return
        await pois.correct(transaction, id, { speed: speed ?? null, direction: direction ?? null }, now)
        await keepStanding(transaction, pois, report, now)
      })
    },

    /** Deletes the user's reports, and writes down that the consent is withdrawn. Returns how many there were. */
    async withdraw(userId: string, now: Date): Promise<number> {
      return inTransaction(database, oneAtATime, async (transaction) => {
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
      await inTransaction(database, { ...oneAtATime, accounts }, async (transaction) => {
        const still = await overSince(transaction, before)
        await keepVerdicts(transaction, await wordsAbout(transaction, still), accounts)
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

async function add(
  writing: Writing,
  pois: ReportedPois,
  id: string,
  userId: string,
  report: NewReport,
  now: Date,
): Promise<string> {
  const { poiType, speed, direction, expiresAt } = report
  const endsAt = typeof expiresAt === 'string' ? new Date(expiresAt) : null
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
  await inTransaction(database, oneAtATime, (transaction) => eraseThese(transaction, pois, ids))
}

async function eraseThese(writing: Writing, pois: ReportedPois, ids: readonly string[]): Promise<void> {
  await pois.remove(writing, ids)
  await writing.deleteFrom('poi_reports').where('poi_id', 'in', ids).execute()
}

/** Consent to reports is the account's, and no device's. */
function say(queries: Queries, userId: string, said: { version: number; given: boolean; at: Date }): Promise<void> {
  return recordConsent(queries, { ...said, userId, deviceId: null, deviceName: null, purpose, actor: 'owner' })
}
