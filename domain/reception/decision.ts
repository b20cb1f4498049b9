import { isCallForHelp } from '#contract/alarms/alarms.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { DeviceHealth } from '#domain/devices/device-health.ts'
import { type Guard, type Guarded, isGuarding } from '#domain/alarms/guard.ts'
import { isWatched, judgeReports, type ReportedAlarm } from '#domain/alarms/judge-reports.ts'
import type { Sighting } from '#domain/alarms/sighting.ts'
import { endsSilence } from '#domain/alarms/silence.ts'
import { signalOf } from '#domain/alarms/tracker-signals.ts'
import { type AcceptedReport, type DisbelievedReport, isAccepted } from './accepted-report.ts'
import type { CandidateReport, DiscardedReport, NewPosition } from './judgement.ts'
import type { Loss } from './losses.ts'
import { isNews, seenIn } from './seen.ts'
import { type SettledReport, settleAll } from './settlement.ts'
import { positionKey, type StoredPosition } from './stored-position.ts'
import { minutesToThinOut, thinOutCandidates } from './thinning.ts'
import { changedHealth, changedLosses, newSignsOfLife } from './tracker-changes.ts'

/*
 * What reports change: first what has to be known of their devices (`watchedDevices`, `questionsOf`), then all of it at once.
 */

/** A report that is not believed, or that was judged by itself. */
export type JudgedReport = DisbelievedReport | DiscardedReport | CandidateReport

/** What has to be looked up about reports, beside what is remembered of their devices. */
export interface Questions {
  /** Which positions are stored there. */
  spans: { deviceId: string; from: Date; until: Date }[]
  /** The newest stored fix times of these devices. */
  newestOf: string[]
  /** Where these devices were seen last. */
  lastPlaceOf: string[]
  /** Since when reports could be received. */
  asksSinceWhen: boolean
}

/** The answers. What was not asked is empty. */
export interface Answers {
  stored: readonly StoredPosition[]
  newest: ReadonlyMap<string, { recordedAt: Date }>
  lastPlaces: ReadonlyMap<string, Sighting>
  /** Until then nothing could be received. */
  deafUntil: Date | null
}

export type Known = Answers & { guards: ReadonlyMap<string, Guarded> }

export interface DeviceAlarm extends ReportedAlarm {
  deviceId: string
}

/** All that a batch of reports changes. Maps are by the id of the device, or the IMEI. */
export interface Changes {
  settled: (DisbelievedReport | SettledReport)[]
  /** To be stored, unless they are stored already: whether the database takes them is seen also then. */
  positions: NewPosition[]
  /** How many of them are not stored already. */
  fresh: number
  /** Stored positions that give way, if they were received since `since`. */
  replaced: (StoredPosition & { since: Date })[]
  signsOfLife: ReadonlyMap<string, Date>
  health: ReadonlyMap<string, DeviceHealth>
  losses: ReadonlyMap<string, Loss | null>
  guards: ReadonlyMap<string, Guard>
  alarms: DeviceAlarm[]
  /** The devices of which one more fix would tell whether they are being stolen. */
  inDoubt: ReadonlySet<string>
}

/** The devices whose alarm these reports may concern, and since when it is on. */
export function watchedDevices(reports: readonly JudgedReport[]): Map<string, Date> {
  return new Map(
    reports.filter(isAccepted).flatMap((one) => {
      const { device } = one.tracker
      return device === null || device.enabledAt === null || !isWatched(saidBy(one)) || !isNews(one)
        ? []
        : [[device.id, device.enabledAt] as const]
    }),
  )
}

/**
 * @param guards of the watched devices. What they have judged lies behind the newest fix that they have seen, so that a
 *   newer one is new.
 * @param trusts whether that is believed. If it turns out to be wrong, everything is looked up.
 */
export function questionsOf(
  reports: readonly JudgedReport[],
  guards: ReadonlyMap<string, Guarded>,
  now: Date,
  trusts = true,
): Questions {
  const accepted = reports.filter(isAccepted)
  const candidates = accepted.filter(isCandidate)
  const unsure = candidates.filter(({ device, position }) => {
    const seenAt = isGuarding(device.mode) ? guards.get(device.id)?.guard.lastFixAt : null
    return device.mode !== 'MOVEMENT' && !(trusts && seenAt && position.recordedAt > seenAt)
  })
  const ofGuarded = accepted.filter(({ tracker }) => guards.has(tracker.device?.id ?? ''))
  const idsOf = (some: readonly AcceptedReport[]) => [
    ...new Set(some.flatMap(({ tracker }) => tracker.device?.id ?? [])),
  ]
  return {
    spans: [
      ...minutesToThinOut(candidates).map(({ deviceId, minute }) => ({
        deviceId,
        from: minute,
        until: later(minute, minuteMs),
      })),
      ...unsure.map(({ position: { deviceId, recordedAt } }) => ({
        deviceId,
        from: recordedAt,
        until: later(recordedAt, 1),
      })),
    ],
    // Also where only rides are recorded: there a call for help may be one that is sent again.
    newestOf: idsOf(
      candidates.filter(
        (one) =>
          (one.device.mode === 'MOVEMENT' || unsure.includes(one)) &&
          ofGuarded.includes(one) &&
          isNews({ ...one, outcome: 'DUPLICATE' }),
      ),
    ),
    lastPlaceOf: idsOf(ofGuarded.filter(callsForHelp)),
    asksSinceWhen: ofGuarded.some(({ tracker: { device, lastActiveAt } }) => {
      const memory = guards.get(device?.id ?? '')?.guard.memory ?? null
      return memory !== null && endsSilence(memory, lastActiveAt, now)
    }),
  }
}

/** Decides what reports change, from all that has to be known. */
export function decide(reports: readonly JudgedReport[], known: Known, now: Date): Changes {
  const judged = reports.filter(isAccepted)
  const candidates = judged.filter(isCandidate)
  const { refused, replaced } = thinOutCandidates(candidates, known.stored)
  const positions = candidates.map(({ position }) => position).filter((position) => !refused.has(position))
  const stored = new Set(known.stored.map(positionKey))
  const fresh = positions.filter((position) => !stored.has(positionKey(position)))
  const settled = settleAll(reports, refused, fresh)
  const believed = settled.filter(isAccepted)
  return {
    settled,
    positions,
    fresh: new Set(fresh.map(positionKey)).size,
    replaced,
    signsOfLife: newSignsOfLife(judged),
    health: changedHealth(judged),
    losses: changedLosses(believed),
    ...watch(believed, known, { positions: fresh, replaced }, now),
  }
}

/** What reports change of the alarm: a crash between position and alarm loses no alarm, as both are one change. */
function watch(
  believed: readonly SettledReport[],
  { guards, newest, lastPlaces, deafUntil }: Known,
  stored: Pick<Changes, 'positions' | 'replaced'>,
  now: Date,
): Pick<Changes, 'alarms'> & { guards: Map<string, Guard>; inDoubt: Set<string> } {
  const changed = { guards: new Map<string, Guard>(), alarms: new Array<DeviceAlarm>(), inDoubt: new Set<string>() }
  if (guards.size === 0) return changed
  for (const [deviceId, reports] of Map.groupBy(seenIn(believed).filter(isWatched), (one) => one.deviceId)) {
    const before = guards.get(deviceId)
    if (before === undefined) continue
    const isRepeated = reports.some((one) => one.isRepeated)
    const newestFix = isRepeated ? newestOf(deviceId, newest.get(deviceId) ?? null, stored) : null
    const newestFixAt = newestFix && newestFix.recordedAt
    const judged = judgeReports(reports, before, { newestFixAt, deafUntil }, now)
    if (judged.guard !== before.guard) changed.guards.set(deviceId, judged.guard)
    if (judged.isInDoubt) changed.inDoubt.add(deviceId)
    for (const alarm of judged.alarms) {
      // Who is to help must know where.
      const place =
        alarm.place ?? (isCallForHelp(alarm.kind) ? newestOf(deviceId, lastPlaces.get(deviceId) ?? null, stored) : null)
      changed.alarms.push({ ...alarm, place, deviceId })
    }
  }
  return changed
}

/**
 * The newest of a device once these positions are stored, and those that give way to them are not. One that was received too
 * long ago stays: then nothing of its minute is stored in its place.
 */
function newestOf<Seen extends { recordedAt: Date }>(
  deviceId: string,
  known: Seen | null,
  { positions, replaced }: { positions: readonly (NewPosition & Seen)[]; replaced: readonly StoredPosition[] },
): Seen | null {
  const minuteOf = (at: Date) => Math.floor(at.getTime() / minuteMs)
  const isGone = (at: Date) =>
    replaced.some((one) => one.deviceId === deviceId && one.recordedAt.getTime() === at.getTime()) &&
    positions.some((one) => one.deviceId === deviceId && minuteOf(one.recordedAt) === minuteOf(at))
  const before = known === null || isGone(known.recordedAt) ? null : known
  return positions
    .filter((position) => position.deviceId === deviceId)
    .reduce<Seen | null>(
      (newest, one) => (newest === null || newest.recordedAt < one.recordedAt ? one : newest),
      before,
    )
}

function isCandidate(report: DiscardedReport | CandidateReport): report is CandidateReport {
  return report.outcome === null
}

function saidBy({ report: { alarm, states }, tracker: { device } }: AcceptedReport) {
  return { mode: device?.mode ?? null, alarm, states: states ?? null }
}

function callsForHelp({ report: { alarm, states } }: AcceptedReport): boolean {
  return [alarm, ...(states ?? [])].some((word) => {
    const signal = signalOf(word)
    return signal !== null && isCallForHelp(signal)
  })
}

/** Fix times have milliseconds. */
function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}
