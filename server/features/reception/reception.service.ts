import type { Logger } from 'pino'
import { gatewayServerLimits } from '#contract/gateway-limits.ts'
import { minuteMs } from '#contract/time-units.ts'
import { acceptAll, type AcceptedReport, isAccepted } from '#domain/reception/accepted-report.ts'
import { judge } from '#domain/reception/judgement.ts'
import type { Outcome } from '#domain/reception/outcome.ts'
import { clockReadings } from '#domain/reception/own-clock.ts'
import { seenIn } from '#domain/reception/seen.ts'
import { settleAll } from '#domain/reception/settlement.ts'
import { minutesToThinOut, thinOutCandidates } from '#domain/reception/thinning.ts'
import { changedHealth, changedLosses, newSignsOfLife } from '#domain/reception/tracker-changes.ts'
import { type HeldUp, inBatches, inLanes } from './batches.ts'
import { accept, believeFrom, namesOf, passedOver } from './acceptance.ts'
import { withoutCulprits } from './halving.ts'
import type { OwnClock } from './own-clock.ts'
import type { ReceptionStore } from './reception.store.ts'
import { isForContent } from './unstorable.ts'
import { createOutageLog, isDatabaseAway, OwnClockDoubted } from '#server/outage.ts'
import type { Deliver, IsKnown, Report, RequestPosition } from '#server/protocols/protocol.ts'
import { traceOf } from '#server/trace.ts'

interface Parts {
  store: ReceptionStore
  log: Logger
  /** Null if the clock is trusted whatever others say. */
  ownClock?: OwnClock | null
}

export interface ReceptionService {
  receive: Deliver
  isKnown: IsKnown
  /** Whether no fix can be stored at present: none has been since one could not. */
  refusesAll(now: Date): boolean
}

/**
 * Processes what trackers report, from every port and the API: the only way a position gets into the history. Reports that
 * arrive together are committed together; each is answered when it is committed. One that cannot be stored because of its
 * content is discarded and acknowledged: otherwise its tracker would send it again, and nothing after it. If none at all
 * can be stored any more, their content is not the reason: then they stay with their trackers. A report waits for whoever
 * holds its own tracker, and for no other's.
 */
export function createReceptionService({ store, log, ownClock = null }: Parts): ReceptionService {
  let discardedInARow = 0
  /** When a batch last failed for no fault of its own, as on a full disk; null once a fix is stored again. */
  let refusedAt: Date | null = null
  const logOutage = createOutageLog(log, 'reports of trackers are not stored and not acknowledged')
  const take = async (arrivals: readonly Arrival[], passed: Passed | null) => {
    try {
      const deliveries = await takeIn(store, arrivals, ownClock, passed)
      if (deliveries.includes('STORED')) {
        discardedInARow = 0
        refusedAt = null
      }
      return deliveries
    } catch (error) {
      if (!isForContent(error)) refusedAt = arrivals.at(-1)?.receivedAt ?? null
      if (isDatabaseAway(error)) logOutage(error)
      throw error
    }
  }
  const blame = {
    isForContent,
    giveUp(_arrival: Arrival, error: unknown): Outcome | null {
      if (discardedInARow >= gatewayServerLimits.discardsInARow) return null
      discardedInARow += 1
      log.error(traceOf(error), 'report discarded, it cannot be stored')
      return 'UNSTORABLE'
    },
  }
  const receive = inLanes<Arrival, Outcome>({
    async work(arrivals, waits) {
      const passed: Passed | null = waits ? null : new Map()
      const outcomes = await withoutCulprits(arrivals, (part) => take(part, passed), blame)
      return outcomes.map((outcome) => {
        if (outcome.status === 'rejected') return outcome
        const { value } = outcome
        return typeof value === 'string' ? { status: 'fulfilled', value } : value
      })
    },
    namesOf: ({ report }) => namesOf(report),
    largest: gatewayServerLimits.batchReports,
    mostWaiting: gatewayServerLimits.waitingReports,
    lanesAtOnce: gatewayServerLimits.lanesAtOnce,
  })
  const isKnown = inBatches((reports: readonly Report[]) => lookUp(store, reports), {
    largest: gatewayServerLimits.batchReports,
    mostWaiting: gatewayServerLimits.waitingReports,
  })
  return {
    async receive(report, receivedAt, requestPosition) {
      const outcome = await receive({ report, receivedAt, requestPosition })
      if (outcome === 'CLOCK_DOUBTED') throw new OwnClockDoubted('the clock of this machine is doubted')
      return outcome
    },
    isKnown,
    // Trackers repeat what was not accepted: if none has for this long, all is well or nobody reports.
    refusesAll: (now) => refusedAt !== null && now.getTime() - refusedAt.getTime() < refusalMinutes * minuteMs,
  }
}

const refusalMinutes = 15

async function lookUp(store: ReceptionStore, reports: readonly Report[]): Promise<PromiseSettledResult<boolean>[]> {
  const secrets = await store.secretsOf([...new Set(reports.flatMap(namesOf))])
  return reports.map((report) => {
    const secret = namesOf(report)
      .map((name) => secrets.get(name))
      .find((found) => found !== undefined)
    return { status: 'fulfilled', value: secret !== undefined && typeof accept(report, secret) !== 'string' }
  })
}

interface Arrival {
  report: Report
  receivedAt: Date
  requestPosition: RequestPosition | undefined
}

/** All names of each tracker that was passed over in a batch, by each of them. */
type Passed = Map<string, readonly string[]>

/**
 * Takes a batch in, within one transaction, and requests positions after it.
 * @param passed the trackers that were passed over before in the same batch, and are again: no report gets ahead of an
 *   earlier one of its tracker. Those that somebody else holds now are added. Null if they are waited for.
 * @returns what became of each report, in their order.
 */
async function takeIn(
  store: ReceptionStore,
  arrivals: readonly Arrival[],
  ownClock: OwnClock | null,
  passed: Passed | null,
): Promise<(Outcome | HeldUp)[]> {
  const identities = [...new Set(arrivals.flatMap(({ report }) => namesOf(report)))]
  const now = new Date(Math.max(...arrivals.map(({ receivedAt }) => receivedAt.getTime())))
  const ofHeld = passed === null ? 'wait' : 'pass'
  const taken = await store.receive(identities, now, ofHeld, async (reception, held) => {
    const { trackers, databaseNow } = held
    for (const [name, names] of held.passed) passed?.set(name, names)
    const left = arrivals.map(({ report }) => (passed === null ? null : passedOver(report, trackers, passed)))
    const free = arrivals.filter((_, index) => left[index] === null)
    const reports = acceptAll(free.map(({ report, receivedAt }) => believeFrom(trackers, report, receivedAt)))
    const accepted = reports.filter(isAccepted)
    const lagMs = ownClock === null ? null : lagAfter(ownClock, accepted, databaseNow)
    const leapOf = ({ receivedAt }: AcceptedReport) =>
      ownClock === null || databaseNow === null ? null : ownClock.leapSince(receivedAt, databaseNow)
    await reception.markActive(newSignsOfLife(accepted), changedHealth(accepted))
    const judged = reports.map((report) => (isAccepted(report) ? judge(report, lagMs ?? leapOf(report)) : report))
    const candidates = judged.filter((report) => report.outcome === null)
    const minutes = minutesToThinOut(candidates)
    const { refused, replaced } = thinOutCandidates(candidates, await reception.storedInMinutes(minutes))
    await reception.giveWay(replaced)
    const wanted = candidates.map(({ position }) => position).filter((position) => !refused.has(position))
    const settled = settleAll(judged, refused, await reception.keep(wanted))
    const believed = settled.filter(isAccepted)
    await reception.markLosses(changedLosses(believed))
    return { left, free, settled, inDoubt: await reception.show(seenIn(believed)) }
  })
  const { left, free, settled, inDoubt } = taken
  for (const [index, { tracker }] of settled.entries()) {
    if (inDoubt.has(tracker?.device?.id ?? '')) free[index]?.requestPosition?.()
  }
  return inTheirOrder(left, settled)
}

/** Puts the outcomes of those that were not passed over between those that were. */
function inTheirOrder(
  left: readonly (readonly string[] | null)[],
  settled: readonly { outcome: Outcome }[],
): (Outcome | HeldUp)[] {
  const outcomes = settled.map(({ outcome }) => outcome)
  if (outcomes.length === left.length) return outcomes
  return left.flatMap<Outcome | HeldUp>((names) =>
    names === null ? outcomes.splice(0, 1) : [{ status: 'held up', names }],
  )
}

/** How far our clock is behind where it is doubted, with what these reports say of the time. */
function lagAfter(ownClock: OwnClock, accepted: readonly AcceptedReport[], databaseNow: Date | null): number | null {
  if (databaseNow !== null) ownClock.compare(databaseNow)
  for (const reading of clockReadings(accepted)) ownClock.note(reading)
  return ownClock.lag()
}
