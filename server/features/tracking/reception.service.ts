import type { Logger } from 'pino'
import { type DiscardReason, discardReasons } from '#contract/devices.ts'
import { serverLimits } from '#contract/server-limits.ts'
import { type DeviceHealth, type HealthReading, unknownHealth, withReadings } from '#domain/device-health.ts'
import { clockMinute } from '#domain/fix-time.ts'
import { type Loss, lossAfter, type ReportedFix } from '#domain/losses.ts'
import {
  correctGpsRound,
  isNewSignOfLife,
  kilometresPerHour,
  retainedSince,
  thinOut,
  whyDiscard,
  whyUntimely,
} from '#domain/tracking.ts'
import { inBatches } from './batches.ts'
import { believe } from './belief.ts'
import { withoutCulprits } from './halving.ts'
import type { NewPosition, Reception, ReceptionStore, Seen, Stored, Tracker } from './reception.store.ts'
import type { OwnClock } from './own-clock.ts'
import { isForContent } from './unstorable.ts'
import { createOutageLog, isDatabaseAway, OwnClockDoubted } from '#server/outage.ts'
import { isWired, readingOf } from '#server/protocols/health.ts'
import type { Deliver, Delivery, Disbelief, Fix, IsKnown, Report, Speed } from '#server/protocols/protocol.ts'
import { traceOf } from '#server/trace.ts'

interface Parts {
  store: ReceptionStore
  log: Logger
  /** Null where the clock is believed whatever others say. */
  ownClock?: OwnClock | null
}

/** What became of a report; one whose time decides about it waits with its tracker while our clock is doubted. */
type Outcome = Delivery | 'CLOCK_DOUBTED'

export interface ReceptionService {
  receive: Deliver
  isKnown: IsKnown
  /** Whether no fix can be stored at present, whatever it says: none has been since one could not. */
  refusesAll(now: Date): boolean
}

/**
 * Takes in what trackers report, from every port and the API: the only way a position gets into the history.
 * Reports that arrive together are committed together; each is answered when it is committed. One that cannot be stored
 * for what it says is discarded, and acknowledged: else its tracker would send it again, and nothing after it. Where none
 * at all can be stored any more, it is not for what they say: then they stay with their trackers.
 */
export function createReceptionService({ store, log, ownClock = null }: Parts): ReceptionService {
  let discardedInARow = 0
  /** When a batch last failed for no fault of its own, as on a full disk; null once a fix is stored again. */
  let refusedAt: Date | null = null
  const tellOfOutage = createOutageLog(log, 'reports of trackers are not stored and not acknowledged')
  const take = async (arrivals: readonly Arrival[]) => {
    try {
      const deliveries = await takeIn(store, arrivals, ownClock)
      if (deliveries.includes('STORED')) {
        discardedInARow = 0
        refusedAt = null
      }
      return deliveries
    } catch (error) {
      if (!isForContent(error)) refusedAt = arrivals.at(-1)?.receivedAt ?? null
      if (isDatabaseAway(error)) tellOfOutage(error)
      throw error
    }
  }
  const blame = {
    isForContent,
    giveUp(_arrival: Arrival, error: unknown): Outcome | null {
      if (discardedInARow >= serverLimits.gateway.discardsInARow) return null
      discardedInARow += 1
      log.error(traceOf(error), 'report discarded, it cannot be stored')
      return 'UNSTORABLE'
    },
  }
  const receive = inBatches((arrivals: readonly Arrival[]) => withoutCulprits(arrivals, take, blame), {
    largest: serverLimits.gateway.batchReports,
    mostWaiting: serverLimits.gateway.waitingReports,
  })
  const isKnown = inBatches((reports: readonly Report[]) => lookUp(store, reports), {
    largest: serverLimits.gateway.batchReports,
    mostWaiting: serverLimits.gateway.waitingReports,
  })
  return {
    async receive(report, receivedAt) {
      const outcome = await receive({ report, receivedAt })
      if (outcome === 'CLOCK_DOUBTED') throw new OwnClockDoubted('the clock of this machine is doubted')
      return outcome
    },
    isKnown,
    // Trackers send again what was not taken: where none has for so long, all is well or nobody is there.
    refusesAll: (now) => refusedAt !== null && now.getTime() - refusedAt.getTime() < refusalMinutes * 60_000,
  }
}

const refusalMinutes = 15

async function lookUp(store: ReceptionStore, reports: readonly Report[]): Promise<PromiseSettledResult<boolean>[]> {
  const secrets = await store.secretsOf([...new Set(reports.flatMap(namesOf))])
  return reports.map((report) => {
    const secret = namesOf(report)
      .map((name) => secrets.get(name))
      .find((found) => found !== undefined)
    return { status: 'fulfilled', value: secret !== undefined && typeof believe(report, secret) !== 'string' }
  })
}

interface Arrival {
  report: Report
  receivedAt: Date
}

/** A believed report, its fix at its true time, and the tracker it came from. */
interface Heard extends Arrival {
  tracker: Tracker
  /** How its device's supply is once it is heard, also while tracking is off; where nobody owns one, unknown. */
  health: DeviceHealth
}

/** A position that may be stored, and the device it is of. */
interface Candidate {
  position: NewPosition
  device: NonNullable<Tracker['device']>
}

function takeIn(store: ReceptionStore, arrivals: readonly Arrival[], ownClock: OwnClock | null): Promise<Outcome[]> {
  const identities = [...new Set(arrivals.flatMap(({ report }) => namesOf(report)))]
  const now = new Date(Math.max(...arrivals.map(({ receivedAt }) => receivedAt.getTime())))
  return store.receive(identities, now, async (reception, { trackers, databaseNow }) => {
    const heard = hearAll(arrivals, trackers)
    const lagMs = ownClock === null ? null : lagOf(ownClock, heard, databaseNow)
    await reception.markActive(signsOfLife(heard), changedHealth(heard))
    const judged = heard.map((one) => (typeof one === 'string' ? one : judgeByClock(one, lagMs)))
    const candidates = judged.filter((one) => typeof one !== 'string')
    const refused = await thinOutMovement(reception, candidates)
    const wanted = candidates.map(({ position }) => position).filter((position) => !refused.has(position))
    const stored = new Set((await reception.keep(wanted)).map(placeOf))
    const deliveries = judged.map((one): Outcome => {
      if (typeof one === 'string') return one
      // Taken out of the set, so that the same fix a second time in one batch is the duplicate it is.
      return refused.get(one.position) ?? (stored.delete(placeOf(one.position)) ? 'STORED' : 'DUPLICATE')
    })
    await reception.markLosses(lossesOf(heard, deliveries))
    await reception.show(seenOf(heard, judged, deliveries))
    return deliveries
  })
}

function namesOf({ identity, otherNames = [] }: Report): string[] {
  return [identity, ...otherNames]
}

/** In the order in which they came: what one tells of its supply, the next one builds on. */
function hearAll(arrivals: readonly Arrival[], trackers: ReadonlyMap<string, Tracker>): (Heard | Disbelief)[] {
  const known = new Map<string, DeviceHealth>()
  return arrivals.map((arrival) => {
    const heard = hear(arrival, trackers)
    if (typeof heard === 'string' || heard.tracker.device === null) return heard
    const { id } = heard.tracker.device
    const health = healthAfter(known.get(id) ?? heard.health, heard)
    known.set(id, health)
    return { ...heard, health }
  })
}

function hear({ report, receivedAt }: Arrival, trackers: ReadonlyMap<string, Tracker>): Heard | Disbelief {
  const known = namesOf(report).find((name) => trackers.has(name))
  const tracker = known === undefined ? undefined : trackers.get(known)
  if (tracker === undefined) return 'UNKNOWN_TRACKER'
  const believed = believe(report, tracker)
  // What it would need to be believed tells that it was sold.
  if (typeof believed === 'string') return tracker.device === null ? 'UNKNOWN_TRACKER' : believed
  const fix = believed.fix && inOurTime(believed.fix, tracker, receivedAt)
  return { report: { ...believed, fix }, receivedAt, tracker, health: tracker.device?.health ?? unknownHealth }
}

/** A fix at its true time. The offset of a tracker's clock can lead beyond the last instant there is: that is none. */
function inOurTime(fix: Fix, tracker: Tracker, receivedAt: Date): Fix | null {
  const utc = new Date(fix.recordedAt.getTime() - tracker.clockOffsetMinutes * 60_000)
  const recordedAt = fix.clock === 'server' ? fix.recordedAt : correctGpsRound(utc, receivedAt)
  return Number.isNaN(recordedAt.getTime()) ? null : { ...fix, recordedAt }
}

/** How far our clock is behind where it is doubted, once these fixes have been heard. */
function lagOf(ownClock: OwnClock, heard: readonly (Heard | Disbelief)[], databaseNow: Date | null): number | null {
  if (databaseNow !== null) ownClock.compare(databaseNow)
  for (const one of heard) {
    if (typeof one === 'string' || one.report.fix?.clock !== 'tracker' || one.report.isReplay === true) continue
    const { imei, device } = one.tracker
    if (device === null) continue
    const wasWrong = device.loss?.reason === 'IN_THE_FUTURE'
    ownClock.hear({ imei, ownerId: device.ownerId }, one.report.fix.recordedAt, one.receivedAt, wasWrong)
  }
  return ownClock.lag()
}

/** A tracker whose clock is wrong, or whose receiver sleeps while it is parked, signals all the same. */
const signalling: ReadonlySet<Outcome> = new Set(['NO_FIX', 'DUPLICATE', 'IN_THE_FUTURE', 'TOO_OLD', 'CLOCK_DOUBTED'])

/** What is new: stored positions, and what trackers signal or tell of their supply without one. */
function seenOf(
  heard: readonly (Heard | Disbelief)[],
  judged: readonly (Outcome | Candidate)[],
  deliveries: readonly Outcome[],
): Seen[] {
  return heard.flatMap((each, index): Seen[] => {
    if (typeof each === 'string') return []
    const { alarm, states = null, isReplay } = each.report
    const { device } = each.tracker
    const one = judged[index]
    const delivery = deliveries[index]
    if (device === null || delivery === undefined) return []
    const position = typeof one === 'object' ? one.position : null
    const supply = { health: each.health, isWired: isWired(each.report) }
    const of = { deviceId: device.id, mode: device.mode, enabledAt: device.enabledAt, alarm, states, ...supply }
    const measured = { measuredAt: believedTime(each), isRepeated: delivery === 'DUPLICATE' }
    if (delivery === 'STORED') return [{ ...of, ...measured, fix: position }]
    const tells = alarm !== null || states !== null || readingOf(each.report, each.receivedAt) !== null
    const isSignal = tells && isReplay !== true && signalling.has(delivery)
    return isSignal ? [{ ...of, ...measured, fix: null }] : []
  })
}

function signsOfLife(heard: readonly (Heard | Disbelief)[]): Map<string, Date> {
  const seen = new Map<string, Date>()
  for (const one of heard) {
    if (typeof one === 'string' || one.report.isReplay === true) continue
    const { tracker, receivedAt } = one
    const last = seen.get(tracker.imei) ?? tracker.lastActiveAt
    if (isNewSignOfLife(receivedAt, last)) seen.set(tracker.imei, receivedAt)
  }
  return seen
}

function healthAfter(before: DeviceHealth, heard: Arrival): DeviceHealth {
  const { report, receivedAt } = heard
  const at = measuredAt(heard)
  if (report.isReplay === true || at < retainedSince(receivedAt)) return before
  const reading = readingOf(report, at)
  return reading === null ? before : withReadings(before, [roundedReading(reading)])
}

/** By their id, the health of devices whose trackers told of it. */
function changedHealth(heard: readonly (Heard | Disbelief)[]): Map<string, DeviceHealth> {
  const changed = new Map<string, DeviceHealth>()
  for (const one of heard) {
    if (typeof one === 'string' || one.tracker.device === null) continue
    const { device } = one.tracker
    if (one.health !== device.health) changed.set(device.id, one.health)
  }
  return changed
}

function roundedReading(reading: HealthReading): HealthReading {
  const { batteryPercent, batteryVolts } = reading
  return { ...reading, batteryPercent: rounded(batteryPercent), batteryVolts: rounded(batteryVolts) }
}

/** The last loss of each device where it is another than before, by its id; null where it is over. */
function lossesOf(heard: readonly (Heard | Disbelief)[], deliveries: readonly Outcome[]): Map<string, Loss | null> {
  const reports = heard.flatMap((one, index) => {
    const outcome = deliveries[index]
    if (typeof one === 'string' || one.report.isReplay === true || !isOutcome(outcome)) return []
    const { report, receivedAt, tracker } = one
    return tracker.device === null ? [] : [{ device: tracker.device, outcome, fix: report.fix, receivedAt }]
  })
  const losses = new Map<string, Loss | null>()
  for (const [device, told] of Map.groupBy(reports, (report) => report.device)) {
    const loss = lossAfter(device.loss, told)
    if (loss !== device.loss) losses.set(device.id, loss)
  }
  return losses
}

function isOutcome(delivery: Outcome | undefined): delivery is ReportedFix['outcome'] {
  return delivery === 'STORED' || discardReasons.some((reason) => reason === delivery)
}

/** A report from a tracker's buffer was made when its fix was; no tracker's clock puts it into the future. */
function measuredAt({ report: { fix }, receivedAt }: Arrival): Date {
  return fix === null || fix.recordedAt > receivedAt ? receivedAt : fix.recordedAt
}

/** When it was measured, where its tracker tells that and its clock can be believed; null: it counts as of now. */
function believedTime({ report: { fix }, receivedAt }: Arrival): Date | null {
  return fix === null || whyUntimely(fix.recordedAt, receivedAt) !== null ? null : fix.recordedAt
}

/**
 * What becomes of a report by itself, or that it has to wait: where our clock is doubted, and by the other clock its fix
 * would be judged otherwise or stand at another time.
 * @param lagMs how far our clock is behind; null where it is believed.
 */
function judgeByClock(heard: Heard, lagMs: number | null): Outcome | Candidate {
  const judged = judge(heard)
  const { fix } = heard.report
  if (lagMs === null || fix === null) return judged
  if (typeof judged === 'string') {
    if (judged !== 'IN_THE_FUTURE' && judged !== 'TOO_OLD') return judged
  } else if (fix.clock === 'server') return 'CLOCK_DOUBTED'
  const byOtherClock = whyUntimely(fix.recordedAt, new Date(heard.receivedAt.getTime() + lagMs))
  return byOtherClock === whyUntimely(fix.recordedAt, heard.receivedAt) ? judged : 'CLOCK_DOUBTED'
}

/** What becomes of a report by itself; a candidate can still turn out to be thinned out or stored before. */
function judge({ report, receivedAt, tracker }: Heard): Delivery | Candidate {
  const { device } = tracker
  const { isReplay = false } = report
  const fix = report.fix && { ...report.fix, isReplay }
  const reason = whyDiscard(fix, device, receivedAt)
  if (reason !== null || fix === null || device === null) return reason ?? 'NO_FIX'
  const position = {
    deviceId: device.id,
    recordedAt: fix.recordedAt,
    receivedAt,
    latitude: fix.latitude,
    longitude: fix.longitude,
    accuracy: rounded(fix.accuracy),
    altitude: rounded(fix.altitude),
    speed: rounded(speedOf(fix.speed, tracker)),
    course: rounded(fix.course),
    flag: fix.flag,
  }
  return { position, device }
}

function speedOf(speed: Speed | null, tracker: Tracker): number | null {
  if (speed === null) return null
  const known = speed.assumed ? tracker.speedUnit : null
  return kilometresPerHour(speed.value, known ?? speed.unit)
}

/** Beyond it no accuracy, altitude, speed, course, percent or voltage is possible. */
const mostPossible = 1_000_000

/** A hundredth is enough; both ends keep within what the tables' columns hold. */
function rounded(value: number | null): number | null {
  return value === null || Math.abs(value) > mostPossible ? null : Math.round(value * 100) / 100
}

/** Makes stored positions give way to earlier ones of their minute, and tells which candidates are not to be stored. */
async function thinOutMovement(
  reception: Reception,
  candidates: readonly Candidate[],
): Promise<Map<NewPosition, DiscardReason>> {
  const refused = new Map<NewPosition, DiscardReason>()
  const movement = candidates.filter(({ device }) => device.mode === 'MOVEMENT')
  if (movement.length === 0) return refused
  const stored = Map.groupBy(await reception.storedInMinutes(minutesOf(movement)), ({ deviceId }) => deviceId)
  for (const [deviceId, arriving] of Map.groupBy(movement, ({ device }) => device.id)) {
    const before = stored.get(deviceId)?.map(({ recordedAt }) => recordedAt) ?? []
    const { kept, replaced } = thinOut(
      arriving.map(({ position }) => position.recordedAt),
      before,
    )
    const isBefore = timeIn(before)
    const isKept = timeIn(kept)
    for (const { position } of arriving) {
      if (isBefore(position.recordedAt)) refused.set(position, 'DUPLICATE')
      else if (!isKept(position.recordedAt)) refused.set(position, 'THINNED_OUT')
    }
    // What another mode stored before tracking was switched on this time is not the profile's to remove.
    const since = arriving[0]?.device.enabledAt ?? new Date(0)
    await reception.giveWay(replaced.map((recordedAt) => ({ deviceId, recordedAt, since })))
  }
  return refused
}

function minutesOf(candidates: readonly Candidate[]): { deviceId: string; minute: Date }[] {
  const minutes = new Map<string, { deviceId: string; minute: Date }>()
  for (const { position } of candidates) {
    const minute = { deviceId: position.deviceId, minute: clockMinute(position.recordedAt) }
    minutes.set(placeOf({ deviceId: minute.deviceId, recordedAt: minute.minute }), minute)
  }
  return [...minutes.values()]
}

function timeIn(times: readonly Date[]): (at: Date) => boolean {
  const set = new Set(times.map((at) => at.getTime()))
  return (at) => set.has(at.getTime())
}

/** What a position is unique by. */
function placeOf({ deviceId, recordedAt }: Stored): string {
  return `${deviceId} ${recordedAt.getTime()}`
}
