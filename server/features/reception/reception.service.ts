import type { Logger } from 'pino'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { acceptAll, type AcceptedReport, isAccepted } from '#domain/reception/accepted-report.ts'
import { type Changes, decide, questionsOf, watchedDevices } from '#domain/reception/decision.ts'
import { judge } from '#domain/reception/judgement.ts'
import type { Outcome } from '#domain/reception/outcome.ts'
import { clockReadings } from '#domain/reception/own-clock.ts'
import { accept, believeFrom, namesOf, passedOver } from './acceptance.ts'
import type { OwnClock } from './own-clock.ts'
import type { ReceptionStore } from './reception.store.ts'
import { createReportQueue, type HeldUp, inBatches, type Passed } from './report-queue.ts'
import { isForContent } from './unstorable.ts'
import { createOutageLog, isDatabaseAway, isPartAway, OwnClockDoubted, ServerSilent } from '#server/platform/outage.ts'
import { oneServer, type PositionServers } from '#server/platform/position-servers.ts'
import type { Deliver, IsKnown, Report, RequestPosition } from '#server/protocols/protocol.ts'
import { errorFields } from '#server/platform/error-fields.ts'

interface Parts {
  store: ReceptionStore
  log: Logger
  /** Null if the clock is trusted whatever others say. */
  ownClock?: OwnClock | null
  servers?: Pick<PositionServers, 'of' | 'silent' | 'suspect'>
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
 * can be stored any more, their content is not the reason: then they stay with their trackers. A report waits for the holder of its own tracker,
 * and for no other's.
 */
export function createReceptionService({ store, log, ownClock = null, servers = oneServer }: Parts): ReceptionService {
  let discardedInARow = 0
  /** When a batch last failed for no fault of its own, as on a full disk; null once a fix is stored again. */
  let refusedAt: Date | null = null
  const logOutage = createOutageLog(log, 'reports of trackers are not stored and not acknowledged')
  const take = async (arrivals: readonly Arrival[], passed: Passed | null, server: string) => {
    try {
      if (servers.silent().has(server)) throw new ServerSilent()
      const deliveries = await storeBatch(store, arrivals, ownClock, passed)
      if (deliveries.includes('STORED')) {
        discardedInARow = 0
        refusedAt = null
      }
      return deliveries
    } catch (error) {
      if (!isForContent(error) && !isPartAway(error)) refusedAt = arrivals.at(-1)?.receivedAt ?? null
      if (isPartAway(error)) servers.suspect()
      if (isDatabaseAway(error)) logOutage(error)
      throw error
    }
  }
  const receive = createReportQueue<Arrival, Outcome>({
    take,
    namesOf: ({ report }) => namesOf(report),
    // While one of several servers is away or silent, reports of its devices fail, and what came together with them does not.
    async partsOf(arrivals) {
      const names = [...new Set(arrivals.flatMap(({ report }) => namesOf(report)))]
      // If it cannot be asked, the same happens to the reports, which is said there.
      const found = await servers.of(names).catch((): ReadonlyMap<string, string> => new Map())
      return ({ report }) => {
        const server =
          namesOf(report)
            .flatMap((name) => found.get(name) ?? [])
            .at(0) ?? ''
        // While it is silent, what contains no fix may need the coordinator alone.
        return servers.silent().has(server) && isWithoutFix(report) ? `${server}, without fixes` : server
      }
    },
    isForContent,
    giveUp(_arrival, error) {
      if (discardedInARow >= gatewayServerLimits.discardsInARow) return null
      discardedInARow += 1
      log.error(errorFields(error), 'report discarded, it cannot be stored')
      return 'UNSTORABLE'
    },
    ...queueLimits,
    lanesAtOnce: gatewayServerLimits.lanesAtOnce,
  })
  const isKnown = inBatches((reports: readonly Report[]) => lookUp(store, reports), queueLimits)
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

const isWithoutFix = ({ fix, open }: Report) => fix === null && open === undefined

const refusalMinutes = 15
const queueLimits = { largest: gatewayServerLimits.batchReports, mostWaiting: gatewayServerLimits.waitingReports }

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

/**
 * Takes a batch in, within one transaction, and requests positions after it. Gives what became of each report, in order.
 * @param trusts whether fixes are taken for new that are newer than what the alarm has seen. If one was not, all is undone and
 *   done again without that trust.
 */
async function storeBatch(
  store: ReceptionStore,
  arrivals: readonly Arrival[],
  ownClock: OwnClock | null,
  passed: Passed | null,
  trusts = true,
): Promise<(Outcome | HeldUp)[]> {
  const identities = [...new Set(arrivals.flatMap(({ report }) => namesOf(report)))]
  const now = new Date(Math.max(...arrivals.map(({ receivedAt }) => receivedAt.getTime())))
  const ofHeld = passed === null ? 'wait' : 'pass'
  const work: Parameters<typeof store.receive<Taken>>[3] = async (reception, held) => {
    const { trackers, databaseNow } = held
    for (const [name, names] of held.passed) passed?.set(name, names)
    const left = arrivals.map(({ report }) => (passed === null ? null : passedOver(report, trackers, passed)))
    const free = arrivals.filter((_, index) => left[index] === null)
    const reports = acceptAll(free.map(({ report, receivedAt }) => believeFrom(trackers, report, receivedAt)))
    const lagOf = ownClock === null ? () => null : lagAfter(ownClock, reports.filter(isAccepted), databaseNow)
    const judged = reports.map((report) => (isAccepted(report) ? judge(report, lagOf(report)) : report))
    const guards = await reception.guardsOf(watchedDevices(judged))
    const answers = await reception.answer(questionsOf(judged, guards, now, trusts))
    const changes = decide(judged, { guards, ...answers }, now)
    if (!(await reception.write(changes))) throw new FalselyNew('a position was stored already')
    return { left, free, settled: changes.settled, inDoubt: changes.inDoubt }
  }
  try {
    const { left, free, settled, inDoubt } = await store.receive(identities, now, ofHeld, work)
    for (const [index, { tracker }] of settled.entries()) {
      if (inDoubt.has(tracker?.device?.id ?? '')) free[index]?.requestPosition?.()
    }
    return inTheirOrder(left, settled)
  } catch (error) {
    if (!trusts || !(error instanceof FalselyNew)) throw error
    return storeBatch(store, arrivals, ownClock, passed, false)
  }
}

/** A fix that was taken for new was not. */
class FalselyNew extends Error {}

interface Taken extends Pick<Changes, 'settled' | 'inDoubt'> {
  left: (readonly string[] | null)[]
  free: Arrival[]
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

/**
 * How far our clock is behind for each report, where it is doubted: with what these reports say of the time, or since it
 * leapt.
 */
function lagAfter(ownClock: OwnClock, accepted: readonly AcceptedReport[], databaseNow: Date | null) {
  if (databaseNow !== null) ownClock.compare(databaseNow)
  for (const reading of clockReadings(accepted)) ownClock.note(reading)
  const lagMs = ownClock.lag()
  return ({ receivedAt }: AcceptedReport): number | null =>
    lagMs ?? (databaseNow === null ? null : ownClock.leapSince(receivedAt, databaseNow))
}
