import type { AlarmKind, MovementEvidence } from '#contract/alarms/alarms.ts'
import type { Seen } from '#domain/reception/seen.ts'
import { felt } from './stirring.ts'
import { type Guard, type Guarded, isBefore, isGuarding, withoutFuture } from './guard.ts'
import { heardAt } from './silence.ts'
import { followEarlier, judgeFix, requestsPosition } from './movement.ts'
import { newSignals } from './new-signals.ts'
import type { Watched } from './parked.ts'
import { withoutEndedPause } from './pauses.ts'
import { timesOfMovementEmails } from './rhythm.ts'
import type { Sighting } from './sighting.ts'
import { type GivenSignal, isKnocked, judgeSignal, signalsIn } from './signal-alarms.ts'
import { signalOf, type TrackerSignal } from './tracker-signals.ts'

/** What reports have raised. */
export interface ReportedAlarm {
  kind: AlarmKind
  place: Sighting | null
  numberToday: number | null
  /** Of a movement: when its e-mail is due, and when the vehicle was last seen where it was parked. */
  emailAt?: Date
  beganAt?: Date | null
  evidence?: MovementEvidence | null
}

/** Where only rides are recorded, nothing but calls for help counts. */
export function isWatched({ mode, alarm, states }: Pick<Seen, 'mode' | 'alarm' | 'states'>): boolean {
  return isGuarding(mode) || (mode !== null && (alarm !== null || states !== null))
}

/**
 * What reports of one device raise, and its guard after them. Of several fixes only the newest raises an alarm: a backlog
 * shows where the vehicle is, not where it was. Its earlier fixes show how it came there, and decide about signals, too; where the
 * newest shows nothing, what they have shown is pending.
 * @param newestFixAt its newest stored fix time; null if none of the reports is repeated.
 * @param deafUntil until then the product could not receive anything, if that matters.
 */
export function judgeReports(
  seen: readonly Seen[],
  { guard: before, recent }: Guarded,
  { newestFixAt, deafUntil }: { newestFixAt: Date | null; deafUntil: Date | null },
  now: Date,
): { guard: Guard; alarms: ReportedAlarm[]; isInDoubt: boolean } {
  const alarms: ReportedAlarm[] = []
  const reports = inOrder(seen)
  const mode = reports[0]?.mode ?? null
  const { signals, guard: signalled } = signalsOf(reports, before, newestFixAt, now)
  const isGuarded = isGuarding(mode)
  const { guard, isKnock } = isGuarded ? feel(signalled, reports, now) : { guard: signalled, isKnock: false }
  const fixes = isGuarded ? reports.flatMap(({ fix }) => fix ?? []) : []
  const newest = fixes.at(-1)
  const followed = followEarlier(guard, fixes.slice(0, -1), now)
  const judged =
    newest === undefined ? null : judgeFix(mode, followed, timesOfMovementEmails({ recent }, now), newest, now)
  const lastActiveAt = reports[0]?.lastActiveAt ?? null
  const known = isGuarded ? heard(judged?.guard ?? guard, lastActiveAt, deafUntil, now) : (judged?.guard ?? guard)
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
    else if (!wasHeld) pending.add(signal)
  }
  if (newest !== undefined && judged?.alarm === true)
    alarms.push({
      kind: judged.first ? 'FIRST' : 'MOVEMENT',
      place: newest,
      numberToday: judged.numberToday,
      emailAt: judged.emailAt,
      beganAt: judged.beganAt,
      evidence: judged.evidence,
    })
  const isInDoubt = judged?.alarm === false && requestsPosition(known)
  return { guard: forgetting(known, pending), alarms, isInDoubt }
}

/** Every report, of whatever kind, shows the tracker's rhythm. */
function heard(guard: Guard, lastActiveAt: Date | null, deafUntil: Date | null, now: Date): Guard {
  const memory = guard.memory && heardAt(guard.memory, lastActiveAt, deafUntil, now)
  return memory === guard.memory ? guard : { ...guard, memory }
}

/** What a tracker says of being moved in reports without a fix, such as heartbeats: they are about now. */
function feel(before: Guard, reports: readonly Seen[], now: Date): { guard: Guard; isKnock: boolean } {
  let [guard, isKnock] = [before, false]
  for (const { fix, measuredAt, isRepeated, isStirred } of reports) {
    const { parked, memory } = guard
    // A receiver without satellites repeats its last place with the time of that.
    const isNow = measuredAt === null || isRepeated
    if (fix !== null || !isNow || isStirred === undefined || parked === null || memory === null) continue
    isKnock ||= isKnocked(guard, { recordedAt: now, isStirred }, now)
    guard = feltBy(guard, { parked: felt(parked, isStirred, now), memory }, isStirred, now)
  }
  return { guard, isKnock }
}

/** Silence after a word of movement is told as a movement, of the place where the vehicle was seen last. */
function feltBy(guard: Guard, { parked, memory: known }: Watched, isStirred: boolean, now: Date): Guard {
  const memory = isStirred ? { ...known, movedAt: now } : known
  // A pause that is over is remembered until a fix comes, which may be of the ride.
  const { pause, parked: stands } = withoutEndedPause({ ...guard, parked }, now)
  if (pause !== null || stands === null || stands.away !== null || stands.departed !== null) {
    return { ...guard, parked, memory }
  }
  return { ...guard, parked, memory, pendingFixAt: isStirred && memory.isCalm ? guard.lastFixAt : null }
}

/**
 * A signal that could not be notified yet, in a pause or too soon, is notified by the first report that shows it still holds
 * when it may be.
 */
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
  const counting = signalsIn(reports[0]?.mode ?? null) ?? []
  let guard = before
  for (const report of reports) {
    if (isOld(report, known, newestFixAt)) continue
    const states = report.states?.flatMap((word) => signalOf(word) ?? []) ?? null
    // A backlog that comes after newer reports shows what happened, but not what holds now.
    const isNow = !isLate(report, known)
    const supply = isNow ? { health: report.health, isWired: report.isWired } : null
    const found = newSignals(guard, { event: signalOf(report.alarm), states, supply }, counting)
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
  return isBefore(at, guard.enabledAt) || (fix === null && isLate(report, guard))
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
