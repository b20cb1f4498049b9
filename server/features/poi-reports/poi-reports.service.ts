import { poiReportsLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import type { Correction, NewReport, ReportType, VoterNearness } from '#contract/poi-reports/poi-reports.ts'
import type { Instant } from '#contract/base/place.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { faultOfEnd, isPlausible, momentOfVote, momentSeen, reportSource } from '#domain/poi-reports/poi-reports.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { PoiDoubtsStore } from './poi-doubts.store.ts'
import type { PoiReportsStore } from './poi-reports.store.ts'
import type { PoisStore } from '#server/features/pois/pois.store.ts'
import { notVotedOn } from '#domain/poi-reports/doubts.ts'
import { Problem } from '#server/http/problem.ts'

const consentMissing = 'Bitte willigen Sie zuerst ein, dass Ihre Meldung anderen gezeigt wird.'
const onlyOwn = 'Ändern und entfernen können Sie nur Ihre eigenen Meldungen.'
const forgottenMs = poiReportsLimits.forgottenHours * hourMs

export type PoiReportsService = ReturnType<typeof createPoiReportsService>

interface Parts {
  store: PoiReportsStore
  doubts: PoiDoubtsStore
  /** Of the real world: nothing can be reported in the demo world. */
  pois: PoisStore
  clock: Clock
}

interface VoteSaid {
  confirms: boolean
  seenAt?: Instant | undefined
  nearness?: VoterNearness | undefined
}

/** What users report on the road, and what others say about it. Every answer is the POI as the caller sees it. */
export function createPoiReportsService({ store, doubts, pois, clock }: Parts) {
  return {
    async report(userId: string, report: NewReport): Promise<{ poi: Poi; isNew: boolean }> {
      if (!isPlausible(report)) {
        const fields = { latitude: 'Dort können wir keine Meldung annehmen. Bitte wählen Sie eine Stelle in Europa.' }
        throw new Problem('VALIDATION_ERROR', { fields })
      }
      const now = clock.now()
      checkEnd(report.poiType, report, now)
      const seenAt = momentSeen(report, now)
      if (seenAt === null) throw new Problem('REPORT_OVER')
      const { consentVersion } = report
      if (consentVersion !== undefined && consentVersion !== currentVersion('reports')) {
        throw new Problem('CONSENT_TEXT_CHANGED')
      }
      await store.forget(new Date(now.getTime() - forgottenMs))
      const kept = await store.report(userId, { ...report, seenAt: seenAt.toISOString() }, now)
      if (kept === null) throw new Problem('CONSENT_REQUIRED', { message: consentMissing })
      return { poi: await shown(kept.id, userId, now), isNew: kept.isNew }
    },

    async correct(userId: string, id: string, correction: Correction): Promise<Poi> {
      const { poiType } = await ownReport(userId, id)
      checkEnd(poiType, correction, clock.now())
      await store.correct(id, correction, clock.now())
      return shown(id, userId, clock.now())
    },

    withdraw,

    async withdrawConsent(userId: string): Promise<{ removed: number }> {
      return { removed: await store.withdraw(userId, clock.now()) }
    },

    /** The same POIs: those that the user reported are marked as theirs, and those that readers doubt as doubted. */
    marked,

    doubtedAmong: (ids: readonly string[]) => doubts.doubtedAmong(ids, clock.now()),

    /** The reporter's „gone“ ends the report; their „still there“ adds nothing. */
    async vote(userId: string, id: string, { confirms, seenAt, nearness }: VoteSaid): Promise<Poi> {
      const now = clock.now()
      const report = await store.find(id, now)
      if (report === null) return doubt(userId, id, { confirms, seenAt, nearness })
      const at = momentOfVote(report, seenAt, now)
      if (report.userId !== userId) await store.vote(id, userId, { confirms, at, nearness }, now)
      else if (!confirms) return withdraw(userId, id)
      // Even if these words have ended it.
      return shown(id, userId, now, true)
    },
  }

  async function marked(found: readonly Poi[], userId: string): Promise<Poi[]> {
    const [reports, ofSources] = [true, false].map((isReport) =>
      found.flatMap(({ id, details }) => ((details.source === reportSource) === isReport ? [id] : [])),
    )
    const own = await store.ownAmong(reports ?? [], userId)
    const doubted = await doubts.doubtedAmong(ofSources ?? [], clock.now())
    return found.map((poi) => {
      const marks = { ...(own.has(poi.id) && { own: true }), ...(doubted.has(poi.id) && { doubted: true }) }
      return { ...poi, details: { ...poi.details, ...marks } }
    })
  }

  /** What a source says stays, whatever readers say about it. */
  async function doubt(userId: string, id: string, { confirms, seenAt, nearness }: VoteSaid): Promise<Poi> {
    const now = clock.now()
    const poi = await pois.find(id, now)
    if (poi === null) throw new Problem('NOT_FOUND')
    if (poi.poiType === notVotedOn) throw new Problem('STATISTICS_NOT_VOTED')
    const at = momentOfVote({ reportedAt: new Date(poi.updatedAt) }, seenAt, now)
    await doubts.doubt(id, userId, { confirms, at, nearness }, now)
    return shown(id, userId, now)
  }

  /** The reporter's report goes; of somebody else, the word that they have said about it. */
  async function withdraw(userId: string, id: string): Promise<Poi> {
    const report = await someReport(id)
    if (report.userId !== userId) {
      if (!(await store.takeBack(id, userId, clock.now()))) throw new Problem('FORBIDDEN', { message: onlyOwn })
      return shown(id, userId, clock.now(), true)
    }
    const poi = await shown(id, userId, clock.now())
    await store.remove(id)
    return poi
  }

  /** @throws {Problem} NOT_FOUND; FORBIDDEN for a POI that is no report. */
  async function someReport(id: string) {
    const report = await store.find(id, clock.now())
    if (report !== null) return report
    const poi = await pois.find(id, clock.now())
    if (poi === null) throw new Problem('NOT_FOUND')
    throw new Problem('FORBIDDEN', { message: 'Das geht nur mit Meldungen von Nutzerinnen und Nutzern.' })
  }

  async function ownReport(userId: string, id: string) {
    const report = await someReport(id)
    if (report.userId !== userId) {
      throw new Problem('FORBIDDEN', { message: onlyOwn })
    }
    return report
  }

  async function shown(id: string, userId: string, now: Date, evenIfOver = false): Promise<Poi> {
    const poi = await (evenIfOver ? pois.findEvenIfOver(id, reportSource, now) : pois.find(id, now))
    if (poi === null) throw new Problem('NOT_FOUND')
    const [mine] = await marked([poi], userId)
    return mine ?? poi
  }
}

const endFaults: Record<NonNullable<ReturnType<typeof faultOfEnd>>, string> = {
  'not of this type': 'Ein Ende lässt sich nur bei Baustellen angeben.',
  'over already': 'Dieses Ende ist schon vorbei. Bitte geben Sie einen Zeitpunkt in der Zukunft an.',
  'too far ahead': 'Das Ende einer Baustelle darf höchstens ein Jahr in der Zukunft liegen.',
}

function checkEnd(type: ReportType, { expiresAt }: Correction, now: Date): void {
  const fault = faultOfEnd(type, expiresAt ?? undefined, now)
  if (fault !== null) throw new Problem('VALIDATION_ERROR', { fields: { expiresAt: endFaults[fault] } })
}
