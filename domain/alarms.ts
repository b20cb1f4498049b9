import { limits } from '#contract/limits.ts'
import type { Place } from '#contract/place.ts'
import type { TrackingMode } from '#contract/tracking.ts'
import { type DeviceHealth, isBatteryCharged, isPowered, isRunningLow } from './device-health.ts'
import { distanceMetres } from './geo.ts'
import { berlinDay } from './time.ts'
import { believedUntil } from './tracking.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const parkedMs = limits.alarms.parkedMinutes * minuteMs

/** Where a vehicle was seen. */
export interface Sighting extends Place {
  recordedAt: Date
  /** Metres. */
  accuracy: number | null
}

/** No alarm until `until`; a ride ends earlier, once the vehicle has been parked. */
export interface Pause {
  kind: 'TIMED' | 'RIDE'
  since: Date
  until: Date
  /** Whether the vehicle has set off since. */
  moved: boolean
}

/** What is remembered of a guarded vehicle from one fix to the next. */
export interface Guard {
  /** Since when it is guarded without interruption: what was measured before is no news. */
  enabledAt: Date
  /** Where it is taken to stand: at the last alarm, or where it was last seen during a pause. */
  anchor: Sighting | null
  /** The newest fix that was judged. */
  lastFixAt: Date | null
  /** When the newest fix was measured that would have been an alarm, had a letter been allowed to go out; null: all is told. */
  untoldFixAt: Date | null
  pause: Pause | null
  /** When the last pause ended that is over: what happened until then its owner knows. */
  restedUntil: Date | null
  /** The signals that held when the tracker last told: one that lasts is no news. */
  holding: readonly TrackerSignal[]
}

export type NoAlarm =
  | 'NOT_GUARDED'
  /** Measured before the guard was switched on. */
  | 'BACKLOG'
  /** Older than a fix that was judged before. */
  | 'OUT_OF_ORDER'
  | 'PAUSED'
  /** Within what both fixes are exact to. */
  | 'DRIFT'
  /** Its place was deleted, or kept no longer: nothing shows that it moved. */
  | 'PLACE_FORGOTTEN'
  /** A letter went out less than 15 minutes ago. */
  | 'TOO_SOON'
  /** The letters of this day are used up. */
  | 'DAY_LIMIT'

export interface RaisedAlarm {
  alarm: true
  first: boolean
  numberToday: number
  isLastToday: boolean
  guard: Guard
}

export type Judgement = RaisedAlarm | { alarm: false; why: NoAlarm; guard: Guard }

/** Whether positions of this mode raise alarms. */
export function isGuarding(mode: TrackingMode | null): mode is 'THEFT' | 'BOTH' {
  return mode === 'THEFT' || mode === 'BOTH'
}

/** A vehicle of which nothing is known yet. */
export function newGuard(enabledAt: Date): Guard {
  return { enabledAt, anchor: null, lastFixAt: null, untoldFixAt: null, pause: null, restedUntil: null, holding: [] }
}

/**
 * Whether a fix raises an alarm: the first one after the guard was switched on, then each that is further away from the
 * last alarm's place than both fixes are exact to; never two within 15 minutes or more than 20 in a German day. A fix that
 * comes too soon leaves the place of the last alarm as it is, and is told as soon as a letter may go out (`judgeUntold`).
 * @param alarmTimes when alarms about positions were raised, today's all, in any order.
 */
export function judgeFix(
  mode: TrackingMode | null,
  guard: Guard,
  alarmTimes: readonly Date[],
  fix: Sighting,
  now: Date,
): Judgement {
  if (!isGuarding(mode)) return { alarm: false, why: 'NOT_GUARDED', guard }
  const why = whyNoNews(guard, fix, now)
  if (why !== null) return { alarm: false, why, guard }

  const seen = { ...endedPause(guard, fix, now), lastFixAt: fix.recordedAt }
  if (seen.pause !== null) {
    return { alarm: false, why: 'PAUSED', guard: duringPause({ ...seen, untoldFixAt: null }, seen.pause, fix) }
  }
  if (isPlaceForgotten(guard)) return { alarm: false, why: 'PLACE_FORGOTTEN', guard: { ...seen, anchor: fix } }
  if (seen.anchor !== null && !hasMoved(seen.anchor, fix)) {
    // A rough fix, as of a mobile cell, does not show that a vehicle that had left is back.
    const untoldFixAt = accuracyOf(fix) <= limits.alarms.unknownAccuracyMetres ? null : seen.untoldFixAt
    return { alarm: false, why: 'DRIFT', guard: { ...seen, anchor: moreExact(seen.anchor, fix), untoldFixAt } }
  }
  return judgeMoved(seen, alarmTimes, fix, now)
}

/** Before the first alarm there is no place either, but nothing was seen yet, or the alarm is pending. */
function isPlaceForgotten({ anchor, lastFixAt, untoldFixAt }: Guard): boolean {
  return anchor === null && lastFixAt !== null && untoldFixAt === null
}

function whyNoNews(guard: Guard, { recordedAt }: Sighting, now: Date): 'BACKLOG' | 'OUT_OF_ORDER' | null {
  const { enabledAt, lastFixAt } = withoutFuture(guard, now)
  if (recordedAt < enabledAt) return 'BACKLOG'
  return lastFixAt !== null && recordedAt <= lastFixAt ? 'OUT_OF_ORDER' : null
}

const longAgo = new Date(0)

/**
 * What is remembered of when the guard began and what it saw last, without what a clock wrote down that was ahead: it would
 * take everything that is measured until then for old.
 */
export function withoutFuture({ enabledAt, lastFixAt }: Guard, now: Date): Pick<Guard, 'enabledAt' | 'lastFixAt'> {
  return {
    enabledAt: isAhead(enabledAt, now) ? longAgo : enabledAt,
    lastFixAt: lastFixAt !== null && isAhead(lastFixAt, now) ? longAgo : lastFixAt,
  }
}

/** Whether an instant was written down by a clock that was ahead. */
function isAhead(at: Date, now: Date): boolean {
  return at > believedUntil(now)
}

/**
 * The alarm of a guarded vehicle's fix that came too soon, as soon as a letter may go out: the vehicle may never
 * report again. Null until then, and where a pause began since: whoever began it knows.
 * @param fix what was measured at `untoldFixAt`.
 */
export function judgeUntold(guard: Guard, alarmTimes: readonly Date[], fix: Sighting, now: Date): RaisedAlarm | null {
  if (guard.untoldFixAt === null || guard.pause !== null) return null
  const judged = judgeMoved(guard, alarmTimes, fix, now)
  return judged.alarm ? judged : null
}

function judgeMoved(guard: Guard, alarmTimes: readonly Date[], fix: Sighting, now: Date): Judgement {
  const today = alarmsOfDay(alarmTimes, now)
  const untold = { ...guard, untoldFixAt: fix.recordedAt }
  if (today >= limits.alarms.perDay) return { alarm: false, why: 'DAY_LIMIT', guard: untold }
  if (quietUntil(alarmTimes, now) !== null) return { alarm: false, why: 'TOO_SOON', guard: untold }
  return {
    alarm: true,
    first: guard.anchor === null,
    numberToday: today + 1,
    isLastToday: today + 1 === limits.alarms.perDay,
    guard: { ...guard, anchor: fix, untoldFixAt: null },
  }
}

/** How many of these times lie in the German day of `now`. */
export function alarmsOfDay(times: readonly Date[], now: Date): number {
  const day = berlinDay(now.toISOString())
  return times.filter((at) => berlinDay(at.toISOString()) === day).length
}

/** Until when no further letter about a position may go out; null where one may go out now. */
export function quietUntil(times: readonly Date[], now: Date): Date | null {
  const said = times.filter((at) => !isAhead(at, now))
  const end = Math.max(-Infinity, ...said.map((at) => at.getTime() + limits.alarms.everyMinutes * minuteMs))
  return end > now.getTime() ? new Date(end) : null
}

/** Whether two fixes are further apart than both are exact to. */
export function hasMoved(from: Sighting, to: Sighting): boolean {
  const doubt = accuracyOf(from) + accuracyOf(to)
  return distanceMetres(from, to) > Math.max(limits.alarms.leastMetres, doubt)
}

const accuracyOf = ({ accuracy }: Sighting) => accuracy ?? limits.alarms.unknownAccuracyMetres

/** A rough fix (of a mobile cell, say) would hide kilometres of movement; a better one of the same place replaces it. */
function moreExact(anchor: Sighting, fix: Sighting): Sighting {
  return accuracyOf(fix) < accuracyOf(anchor) ? { ...fix, recordedAt: anchor.recordedAt } : anchor
}

/** A guard whose owner lets it rest from now on: whoever does knows what moved before. */
export function resting(guard: Guard, wish: 'SHORT' | 'LONG' | 'RIDE', now: Date): Guard {
  return { ...guard, untoldFixAt: null, pause: startPause(wish, now) }
}

/** A pause that a device's owner asks for now. */
export function startPause(wish: 'SHORT' | 'LONG' | 'RIDE', now: Date): Pause {
  const hours = {
    SHORT: limits.alarms.shortPauseHours,
    LONG: limits.alarms.longPauseHours,
    RIDE: limits.alarms.longestRideHours,
  }
  return {
    kind: wish === 'RIDE' ? 'RIDE' : 'TIMED',
    since: now,
    until: new Date(now.getTime() + hours[wish] * hourMs),
    moved: false,
  }
}

/** The pause that still holds now. A vehicle that fell silent on its ride is taken to be parked. */
export function pauseAt(guard: Guard, now: Date): Pause | null {
  const pause = pauseByClock(guard, now)
  if (pause?.kind !== 'RIDE' || !pause.moved || guard.lastFixAt === null) return pause
  return now.getTime() - guard.lastFixAt.getTime() >= parkedMs ? null : pause
}

/** Reports may come late: whether the vehicle has been parked is then for their fix times to say. */
function pauseByClock({ pause }: Guard, now: Date): Pause | null {
  return pause === null || endByClock(pause) <= now ? null : pause
}

function endByClock({ kind, since, until, moved }: Pause): Date {
  return kind === 'RIDE' && !moved ? new Date(since.getTime() + limits.alarms.setOffMinutes * minuteMs) : until
}

/** The guard of an owner who ends the pause by hand. */
export function withoutPause(guard: Guard, now: Date): Guard {
  return { ...guard, pause: null, restedUntil: now }
}

/** The guard without a pause that is over: by the clock, or because the vehicle has been parked before this fix. */
function endedPause(guard: Guard, fix: Sighting, now: Date): Guard {
  if (guard.pause === null) return guard
  const pause = pauseByClock(guard, now)
  if (pause === null) return { ...guard, pause, restedUntil: endByClock(guard.pause) }
  if (pause.kind !== 'RIDE' || !pause.moved || guard.lastFixAt === null || guard.anchor === null) return guard
  // Trackers fall silent where they are parked: a long silence ends the ride where it began.
  const silentMs = fix.recordedAt.getTime() - guard.lastFixAt.getTime()
  const stoodMs = guard.lastFixAt.getTime() - guard.anchor.recordedAt.getTime()
  const stands = !hasMoved(guard.anchor, fix)
  const isParked = silentMs >= parkedMs || stoodMs >= parkedMs || (stands && silentMs + stoodMs >= parkedMs)
  return isParked ? { ...guard, pause: null, restedUntil: guard.lastFixAt } : guard
}

/**
 * The guard after the fixes of a batch that came before its newest one, the oldest first. A ride is followed through all of
 * them, at their own times: by the newest alone, a buffer that was sent after a dead spot would look like a long silence.
 */
export function followRide(guard: Guard, fixes: readonly Sighting[], now: Date): Guard {
  return fixes.reduce((before, fix) => {
    if (before.pause?.kind !== 'RIDE' || whyNoNews(before, fix, now) !== null) return before
    const seen = { ...endedPause(before, fix, fix.recordedAt), lastFixAt: fix.recordedAt, untoldFixAt: null }
    return seen.pause === null ? seen : duringPause(seen, seen.pause, fix)
  }, guard)
}

/** While alarms are paused the vehicle's place is followed: afterwards only what happens after the pause counts. */
function duringPause(guard: Guard, pause: Pause, fix: Sighting): Guard {
  if (guard.anchor === null) return { ...guard, anchor: fix }
  if (!hasMoved(guard.anchor, fix)) return { ...guard, anchor: moreExact(guard.anchor, fix) }
  // What was measured before the pause began is no ride of its own.
  const moved = pause.moved || fix.recordedAt >= pause.since
  return { ...guard, anchor: fix, pause: { ...pause, moved } }
}

export const trackerSignals = ['TOW', 'POWER_CUT', 'TAMPER', 'JAMMING', 'VIBRATION', 'LOW_BATTERY'] as const
export type TrackerSignal = (typeof trackerSignals)[number]

const signalWords: ReadonlyMap<string, TrackerSignal> = new Map([
  ['tow', 'TOW'],
  ['towing', 'TOW'],
  ['illegalmovement', 'TOW'],
  ['powercut', 'POWER_CUT'],
  ['externalpowercut', 'POWER_CUT'],
  ['tamper', 'TAMPER'],
  ['tampering', 'TAMPER'],
  ['removing', 'TAMPER'],
  ['removal', 'TAMPER'],
  ['dismantled', 'TAMPER'],
  ['jamming', 'JAMMING'],
  ['vibration', 'VIBRATION'],
  ['lowbattery', 'LOW_BATTERY'],
])

/** What a tracker's own word for an alarm means for a guarded vehicle (protocols, section 8); null for anything else. */
export function signalOf(word: string | null): TrackerSignal | null {
  const key = (word ?? '').toLowerCase().replaceAll(/[^a-z]/g, '')
  return signalWords.get(key) ?? null
}

/** What a report says of signals. */
export interface ToldSignals {
  /** What happened. */
  event: TrackerSignal | null
  /** What holds, also since long ago; null where the report says nothing of states. */
  states: readonly TrackerSignal[] | null
  /** What is known of the tracker's supply now; null where the report is of an earlier time. */
  supply: Supply | null
}

interface Supply {
  health: DeviceHealth
  /** Whether it is wired to a vehicle: only then the loss of its power is a signal. */
  isWired: boolean
}

/**
 * Which signals of a report are news, and a guard that remembers those that hold. An event is news; of a state only its
 * beginning is, for it stands in every report as long as it lasts, and a battery that is disconnected does all winter.
 * That a battery is nearly empty is a state also where the tracker tells it as an event.
 */
export function newSignals(guard: Guard, told: ToldSignals): { signals: TrackerSignal[]; guard: Guard } {
  const holding = trackerSignals.filter((signal) => holds(signal, guard, told))
  const isRepeated = (signal: TrackerSignal) => signal === told.event && signal !== 'LOW_BATTERY'
  const signals = holding.filter((signal) => isRepeated(signal) || !guard.holding.includes(signal))
  const isSame = holding.length === guard.holding.length && holding.every((signal) => guard.holding.includes(signal))
  return { signals, guard: isSame ? guard : { ...guard, holding } }
}

function holds(signal: TrackerSignal, guard: Guard, { event, states, supply }: ToldSignals): boolean {
  const isSaid = signal === event || states?.includes(signal) === true
  if (signal === 'LOW_BATTERY') return isLow(guard, isSaid, supply)
  if (isSaid) return true
  const power = supply?.isWired === true ? supply.health.power : null
  if (signal === 'POWER_CUT' && power !== null) {
    if (power.external) return false
    if (isCutSince(guard.enabledAt, power)) return true
  }
  return states === null && guard.holding.includes(signal)
}

/** From when a battery is nearly empty, measured under the guard or by the tracker's word, until it is charged well. */
function isLow({ enabledAt, holding }: Guard, isSaid: boolean, supply: Supply | null): boolean {
  const wasLow = holding.includes('LOW_BATTERY')
  if (supply === null) return wasLow
  const { health } = supply
  const { battery } = health
  if (battery !== null && isBatteryCharged(battery)) return false
  if (wasLow) return true
  const isMeasured = battery !== null && battery.at >= enabledAt && isRunningLow(health)
  return isMeasured || (isSaid && !isPowered(health))
}

/** Only what was there can be cut: a tracker that has always run on its battery is fine. */
function isCutSince(enabledAt: Date, { external, since }: NonNullable<DeviceHealth['power']>): boolean {
  return !external && since !== null && since >= enabledAt
}

const signalRhythm = { minutes: limits.alarms.sameSignalMinutes, perDay: limits.alarms.sameSignalPerDay }
const movementRhythm = { minutes: limits.alarms.everyMinutes, perDay: limits.alarms.perDay }
const lateRhythm = { minutes: limits.alarms.sameLateSignalMinutes, perDay: limits.alarms.sameSignalPerDay }

/** A signal that a tracker gives. */
export interface GivenSignal {
  signal: TrackerSignal
  /** When it was measured; null where that is not told: now. */
  at: Date | null
  /** It comes after newer reports, perhaps in many packets of a backlog. */
  isLate: boolean
}

/**
 * Whether a signal is told now: at once, but not again and again. Each signal has a day's share of its own, so that none
 * uses up that of a graver one. What happened during a pause is not told after it either.
 * @param times when alarms of the same signal were raised, today's all.
 */
export function judgeSignal(
  mode: TrackingMode | null,
  guard: Guard,
  { signal, at, isLate }: GivenSignal,
  times: readonly Date[],
  now: Date,
): { alarm: true } | { alarm: false; why: NoAlarm } {
  if (!isGuarding(mode)) return { alarm: false, why: 'NOT_GUARDED' }
  if (pauseAt(guard, now) !== null || wasResting(guard, at, now)) return { alarm: false, why: 'PAUSED' }
  const { minutes, perDay } = isLate ? lateRhythm : signal === 'VIBRATION' ? movementRhythm : signalRhythm
  if (alarmsOfDay(times, now) >= perDay) return { alarm: false, why: 'DAY_LIMIT' }
  const isRepeated = times.some((time) => !isAhead(time, now) && now.getTime() - time.getTime() < minutes * minuteMs)
  return isRepeated ? { alarm: false, why: 'TOO_SOON' } : { alarm: true }
}

function wasResting(guard: Guard, at: Date | null, now: Date): boolean {
  const { pause, restedUntil } = guard
  const until = pause !== null && pauseByClock(guard, now) === null ? endByClock(pause) : restedUntil
  return at !== null && until !== null && at < until
}

/**
 * Whether a signal that could not be told now is to be told later, as long as it lasts. What happens during a pause its
 * owner knows; but not that the battery runs low.
 */
export function isToldLater(signal: TrackerSignal, why: NoAlarm): boolean {
  return why !== 'PAUSED' || signal === 'LOW_BATTERY'
}

/** How long a tracker in this mode may be silent, in ms; null where nobody waits for it. */
export function silencePatienceMs(mode: TrackingMode | null): number | null {
  if (!isGuarding(mode)) return null
  const { silentMinutesTheft, silentMinutesBoth } = limits.alarms
  return (mode === 'THEFT' ? silentMinutesTheft : silentMinutesBoth) * minuteMs
}

/**
 * The instant before which a tracker's last sign of life must lie for it to be silent, by mode. What is sent while nobody
 * listens is not heard: a silence is believed once the product has listened as long as its patience is, so that an outage
 * of ours is not told to everybody as one of their trackers.
 */
export function silentBefore(listeningSince: Date, now: Date): { THEFT: Date; BOTH: Date } {
  const before = (mode: 'THEFT' | 'BOTH') => {
    const instant = new Date(now.getTime() - (silencePatienceMs(mode) ?? 0))
    return listeningSince <= instant ? instant : longAgo
  }
  return { THEFT: before('THEFT'), BOTH: before('BOTH') }
}
