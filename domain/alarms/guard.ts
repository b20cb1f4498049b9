import type { AlarmKind, PauseKind } from '#contract/alarms/alarms.ts'
import type { Place } from '#contract/base/place.ts'
import { secondMs } from '#contract/base/time-units.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import type { Season } from '#contract/devices/vehicle-dates.ts'
import { berlinDay } from '#domain/time/time.ts'
import { isInSeason } from '#domain/vehicles/season.ts'
import { believedUntil } from '#domain/history/retention.ts'
import { type GuardZone, type Sharpness, sharpnessAt } from '#domain/guard-zones/guard-zones.ts'
import { reachOf } from './departure-evidence.ts'
import { type Parked, parkedAt, type Watched } from './parked.ts'
import type { Sighting } from './sighting.ts'
import { hasStrayedFar, memoryOf, type TrackerMemory, warinessOf } from './tracker-memory.ts'
import type { TrackerSignal } from './tracker-signals.ts'

/** A time in which the owner wants no alarms: until a time, until the vehicle has arrived (`ride.ts`), or until they say so. */
export interface Pause {
  kind: PauseKind
  since: Date
  /** At the latest; null: until its owner ends it. */
  until: Date | null
  /** Of a ride: whether the vehicle has set off since. */
  moved: boolean
  /** Of a ride: since when it stands where it was ridden to; null while it moves. */
  standsSince: Date | null
  /** Of a ride: where it usually stands overnight. */
  homes: readonly Place[]
}

/** What is known of a guarded vehicle: its owner's wishes, and what is remembered from one fix to the next. */
export interface Guard {
  /** Since when it is guarded without interruption: earlier fixes are ignored. */
  enabledAt: Date
  /** Where the vehicle is assumed to stand: at the last alarm, or where it was last seen during a pause. */
  anchor: Sighting | null
  /** The same place by all fixes since it was parked; null if nothing is known of them. */
  parked: Parked | null
  /** What is remembered of its tracker, also from before it was guarded; null before its first fix. */
  memory: TrackerMemory | null
  /** The newest fix that was judged. */
  lastFixAt: Date | null
  /** The fix time of a movement that is not certain yet, or of which its owner was not told: the next fix, or silence, will. Null if none is pending. */
  pendingFixAt: Date | null
  pause: Pause | null
  /** When the last finished pause ended: the owner knows what happened until then. */
  restedUntil: Date | null
  /** Where its alarm watches differently. */
  zones: readonly GuardZone[]
  /**
   * When the vehicle was last on a way that began with a pause which ended by itself: its owner may be riding on without a
   * word. Null where they have switched the alarm on themselves.
   */
  onwardSince: Date | null
  /** The months in which it may be on the road; null: all year. */
  season: Season | null
  /** The signals that held at the tracker's last report: one that lasts is not new. */
  holding: readonly TrackerSignal[]
  /** The signals of which it is known whether they hold: what is first heard of another is no news. */
  known: readonly TrackerSignal[]
}

export interface RecentAlarm {
  kind: AlarmKind
  at: Date
  /** When its e-mail was due; null if an answer came before. */
  emailAt: Date | null
}

/** A guarded device: what is remembered of it, and its alarms of the last day. */
export interface Guarded {
  guard: Guard
  recent: RecentAlarm[]
}

export type NoAlarm =
  | 'NOT_GUARDED'
  /** Measured before the guard was switched on. */
  | 'BACKLOG'
  /** Older than a fix that was judged before. */
  | 'OUT_OF_ORDER'
  | 'PAUSED'
  /** Errors of measuring can look like this: it stands, or the next fix will tell. */
  | 'DRIFT'
  /** A knock, where a quieter alarm is wished for. */
  | 'QUIET_ZONE'
  /** Its place was deleted, or is too old to be kept: nothing shows that it moved. */
  | 'PLACE_FORGOTTEN'
  /** An alarm was raised whose e-mail waits: that will say where the vehicle is by then. */
  | 'EMAIL_WAITS'
  /** The same signal was notified too short a time ago. */
  | 'TOO_SOON'
  /** The same signal was notified as often as it may be on a day. */
  | 'DAY_LIMIT'
  /** Its owner, who rode it before, was asked already whether they ride on. */
  | 'ASKED'

/** The modes whose positions raise alarms. */
export const guardingModes = ['THEFT', 'BOTH'] as const satisfies readonly TrackingMode[]

export function isGuarding(mode: TrackingMode | null): mode is (typeof guardingModes)[number] {
  return mode === 'THEFT' || mode === 'BOTH'
}

/** A vehicle of which nothing is known yet. */
export function newGuard(enabledAt: Date, memory: TrackerMemory | null = null): Guard {
  return {
    enabledAt,
    anchor: null,
    parked: null,
    memory,
    lastFixAt: null,
    pendingFixAt: null,
    pause: null,
    restedUntil: null,
    zones: [],
    onwardSince: null,
    season: null,
    holding: [],
    known: [],
  }
}

/** What is known of a vehicle before this fix: where nothing is, it stands where it was assumed, or here. */
export function watchedOf({ parked, memory: known, anchor }: Guard, fix: Sighting): Watched {
  const memory = known ?? memoryOf(anchor ?? fix)
  return { parked: parked ?? parkedAt(anchor ?? fix, memory), memory }
}

/** How closely its tracker lets the alarm look at a parked vehicle; null while nothing is known of it. */
export function sightOf({ parked, memory }: Guard, now: Date) {
  if (parked === null || memory === null) return null
  return {
    radiusMetres: Math.ceil(reachOf(parked, memory) / 10) * 10,
    everySeconds: memory.usualSeconds === null ? null : Math.round(memory.usualSeconds),
    hasErred: warinessOf(memory) > 0 || hasStrayedFar(memory, now),
  }
}

/** Why a fix of a guarded vehicle shows nothing new; null if it may. */
export function whyIgnored(
  guard: Guard,
  { recordedAt }: Pick<Sighting, 'recordedAt'>,
  now: Date,
): 'BACKLOG' | 'OUT_OF_ORDER' | null {
  const { enabledAt, lastFixAt } = withoutFuture(guard, now)
  if (isBefore(recordedAt, enabledAt)) return 'BACKLOG'
  return lastFixAt !== null && recordedAt <= lastFixAt ? 'OUT_OF_ORDER' : null
}

/**
 * How readily the alarm is raised at an instant, where the vehicle stands. Outside its season it may not be on the road at
 * all: every movement is suspicious, whatever its owner wishes for that place.
 */
export function sharpnessOf({ zones, season, parked, anchor }: Guard, at: Date): Sharpness {
  if (season !== null && !isInSeason(season, berlinDay(at.toISOString()))) return 'SHARPER'
  const place = parked ?? anchor
  return place === null ? 'USUAL' : sharpnessAt(zones, place, at)
}

export const longAgo = new Date(0)

/**
 * When the guard began and what it saw last, without times recorded by a clock that was ahead: they would make everything
 * measured until then look old.
 */
export function withoutFuture({ enabledAt, lastFixAt }: Guard, now: Date): Pick<Guard, 'enabledAt' | 'lastFixAt'> {
  return {
    enabledAt: isAhead(enabledAt, now) ? longAgo : enabledAt,
    lastFixAt: lastFixAt !== null && isAhead(lastFixAt, now) ? longAgo : lastFixAt,
  }
}

/**
 * Whether a tracker measured before an instant of ours. Many tell whole seconds: what they measure in the second of that instant
 * may be from after it.
 */
export function isBefore(measuredAt: Date, instant: Date): boolean {
  const isWhole = measuredAt.getTime() % secondMs === 0
  return measuredAt.getTime() < (isWhole ? Math.floor(instant.getTime() / secondMs) * secondMs : instant.getTime())
}

/** Whether a time was recorded by a clock that was ahead. */
export function isAhead(at: Date, now: Date): boolean {
  return at > believedUntil(now)
}
