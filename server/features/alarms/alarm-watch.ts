import { felt } from '#domain/alarms/departure.ts'
import { type Guard, isGuarding, withoutFuture } from '#domain/alarms/guard.ts'
import { followEarlier, judgeFix, requestsPosition } from '#domain/alarms/movement.ts'
import { newSignals } from '#domain/alarms/new-signals.ts'
import type { Sighting } from '#domain/alarms/sighting.ts'
import { type GivenSignal, isKnocked, isNotifiedLater, judgeSignal } from '#domain/alarms/signal-alarms.ts'
import { signalOf, type TrackerSignal } from '#domain/alarms/tracker-signals.ts'
import type { Queries } from '#server/db/database.ts'
import {
  type Guarded,
  insertAlarms,
  newestFixes,
  type NewAlarm,
  readGuards,
  timesOfFixAlarms,
  writeGuards,
} from './guards.store.ts'
import type { Watch } from '#server/features/reception/reception.store.ts'
import type { Seen } from '#domain/reception/seen.ts'

/**
 * Watches the reports of guarded devices. It decides in the transaction that stores the positions, while their trackers are
 * locked: a crash between position and alarm loses no alarm, parallel reports raise none twice, and a whole batch costs two
 * short reads, a third if fixes are repeated, and at most three writes. Only the e-mails wait for a job.
 * @param notify queues the e-mails of alarms, after the commit.
 */
export function createAlarmWatch(newId: () => string, notify: (alarmIds: readonly string[]) => void): Watch {
  return {
    async look(transaction, seen, now) {
      const { alarms, inDoubt } = await judgeAll(transaction, seen, now, newId)
      return { follow: () => notify(alarms.map(({ id }) => id)), inDoubt }
    },
  }
}

async function judgeAll(transaction: Queries, seen: readonly Seen[], now: Date, newId: () => string) {
  const guarded = seen.filter(({ mode }) => isGuarding(mode))
  const enabledAt = new Map(
    guarded.flatMap(({ deviceId, enabledAt: at }) => (at === null ? [] : [[deviceId, at] as const])),
  )
  const inDoubt = new Set<string>()
  const alarms: NewAlarm[] = []
  if (enabledAt.size === 0) return { alarms, inDoubt }
  const guards = await readGuards(transaction, enabledAt, now)
  const repeating = guarded.flatMap(({ deviceId, isRepeated }) => (isRepeated ? [deviceId] : []))
  const newest = repeating.length === 0 ? null : await newestFixes(transaction, repeating, now)
  const changed = new Map<string, Guard>()
  for (const [deviceId, reports] of Map.groupBy(guarded, (one) => one.deviceId)) {
    const before = guards.get(deviceId)
    if (before === undefined) continue
    const judged = judgeDevice(reports, before, newest?.get(deviceId) ?? null, now)
    if (judged.guard !== before.guard) changed.set(deviceId, judged.guard)
    if (judged.isInDoubt) inDoubt.add(deviceId)
    alarms.push(...judged.alarms.map((alarm) => ({ ...alarm, id: newId(), deviceId, detectedAt: now })))
  }
  await writeGuards(transaction, changed)
  await insertAlarms(transaction, alarms)
  return { alarms, inDoubt }
}

type Raised = Pick<NewAlarm, 'kind' | 'place' | 'numberToday' | 'evidence'>

/**
 * Of several fixes only the newest raises an alarm: a backlog shows where the vehicle is, not where it was. Its earlier
 * fixes show how it came there, and decide about signals, too.
 */
function judgeDevice(seen: readonly Seen[], { guard: before, recent }: Guarded, newestFixAt: Date | null, now: Date) {
  const alarms: Raised[] = []
  const reports = inOrder(seen)
  const mode = reports[0]?.mode ?? null
  const { signals, guard: signalled } = signalsOf(reports, before, newestFixAt, now)
  const { guard, isKnock } = feel(signalled, reports, now)
  const fixes = reports.flatMap(({ fix }) => fix ?? [])
  const newest = fixes.at(-1)
  const followed = followEarlier(guard, fixes.slice(0, -1), now)
  const judged = newest === undefined ? null : judgeFix(mode, followed, timesOfFixAlarms({ recent }), newest, now)
  const known = judged?.guard ?? guard
  if (newest !== undefined && judged?.alarm !== true && isKnocked(followed, newest, now)) {
    signals.set('VIBRATION', { fix: newest, at: newest.recordedAt, isLate: false, wasHeld: true })
  } else if (isKnock && judged?.alarm !== true) {
    signals.set('VIBRATION', { fix: null, at: now, isLate: false, wasHeld: true })
  }
  const pending = new Set<TrackerSignal>()
  for (const [signal, { fix, at, isLate, wasHeld }] of signals) {
    const times = recent.filter(({ kind }) => kind === signal).map((alarm) => alarm.at)
    const verdict = judgeSignal(mode, known, { signal, at, isLate }, times, now)
    if (verdict.alarm) alarms.push({ kind: signal, place: fix, numberToday: null })
    else if (isNotifiedLater(signal, verdict.why) && !wasHeld) pending.add(signal)
  }
  if (newest !== undefined && judged?.alarm === true)
    alarms.push({
      kind: judged.first ? 'FIRST' : 'MOVEMENT',
      place: newest,
      numberToday: judged.numberToday,
      evidence: judged.evidence,
    })
  const isInDoubt = judged?.alarm === false && requestsPosition(known)
  return { guard: forgetting(known, pending), alarms, isInDoubt }
}

/** What a tracker says of being moved in reports without a fix, such as heartbeats: they are about now. */
function feel(before: Guard, reports: readonly Seen[], now: Date): { guard: Guard; isKnock: boolean } {
  let [guard, isKnock] = [before, false]
  for (const { measuredAt, isStirred } of reports) {
    if (measuredAt !== null || isStirred === undefined || guard.parked === null) continue
    isKnock ||= isKnocked(guard, { recordedAt: now, isStirred }, now)
    const parked = felt(guard.parked, isStirred, now)
    if (parked !== guard.parked) guard = { ...guard, parked }
  }
  return { guard, isKnock }
}

/** A signal that could not be notified yet is notified by the next report that shows it still holds. */
function forgetting(guard: Guard, signals: ReadonlySet<TrackerSignal>): Guard {
  if (signals.size === 0) return guard
  return { ...guard, holding: guard.holding.filter((signal) => !signals.has(signal)) }
}

interface NewSignal extends Omit<GivenSignal, 'signal'> {
  fix: Sighting | null
  /** It was notified before, or need not be. */
  wasHeld: boolean
}

/**
 * The tracker's new signals, each once: from the last of its reports, with the place if one of them has one.
 * @param reports in the order of `inOrder`.
 */
function signalsOf(reports: readonly Seen[], before: Guard, newestFixAt: Date | null, now: Date) {
  const signals = new Map<TrackerSignal, NewSignal>()
  const known = withoutFuture(before, now)
  let guard = before
  for (const report of reports) {
    if (isOld(report, known, newestFixAt)) continue
    const states = report.states?.flatMap((word) => signalOf(word) ?? []) ?? null
    // A backlog that comes after newer reports shows what happened, but not what holds now.
    const isNow = !isLate(report, known)
    const supply = isNow ? { health: report.health, isWired: report.isWired } : null
    const found = newSignals(guard, { event: signalOf(report.alarm), states, supply })
    for (const signal of found.signals) {
      const { fix, wasHeld } = signals.get(signal) ?? { fix: null, wasHeld: true }
      signals.set(signal, {
        fix: report.fix ?? fix,
        at: report.measuredAt,
        isLate: !isNow,
        wasHeld: wasHeld && guard.holding.includes(signal),
      })
    }
    if (isNow) guard = found.guard
  }
  return { signals, guard }
}

type Known = Pick<Guard, 'enabledAt' | 'lastFixAt'>

/**
 * A signal from before the guard was switched on is not new. Nor is one from before the newest fix, unless it comes with a
 * place that was not stored yet: a parked tracker repeats its newest fix, which can be from before the guard; a backlog
 * that is sent again is older.
 */
function isOld(report: Seen, guard: Known, newestFixAt: Date | null): boolean {
  const { measuredAt: at, isRepeated, fix } = report
  if (at === null) return false
  if (isRepeated) return newestFixAt !== null && at < newestFixAt
  return at < guard.enabledAt || (fix === null && isLate(report, guard))
}

/** Whether it was measured before what is known. */
function isLate({ measuredAt: at }: Seen, { lastFixAt }: Known): boolean {
  return at !== null && lastFixAt !== null && at < lastFixAt
}

/** In the order of measurement: some trackers empty their buffer from its end. A report without a time is from now. */
function inOrder(reports: readonly Seen[]): readonly Seen[] {
  const timeOf = ({ measuredAt }: Seen) => measuredAt?.getTime() ?? Number.MAX_SAFE_INTEGER
  return reports.toSorted((one, other) => timeOf(one) - timeOf(other))
}
