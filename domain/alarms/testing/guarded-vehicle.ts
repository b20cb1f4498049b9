import { hourSeconds, minuteMs } from '#contract/base/time-units.ts'
import { type Guard, newGuard } from '#domain/alarms/guard.ts'
import { type Parked, parkedAt } from '#domain/alarms/parked.ts'
import type { Sighting } from '#domain/alarms/sighting.ts'
import { memoryOf, type TrackerMemory } from '#domain/alarms/tracker-memory.ts'
import { type TrackerSignal, trackerSignals } from '#domain/alarms/tracker-signals.ts'
import { destination } from '#domain/geo/geo.ts'

const home = { latitude: 49.0069, longitude: 8.4037 }
export const enabledAt = new Date('2026-06-01T08:00:00.000Z')
export const after = (minutes: number) => new Date(enabledAt.getTime() + minutes * minuteMs)

/** A fix this many metres east of home, this many minutes after the guard was switched on. */
export function fix(metres: number, minutes: number, accuracy: number | null = 10): Sighting {
  return { ...destination(home, metres, 90), accuracy, recordedAt: after(minutes) }
}

/** Seen there for hours, with errors of 8 m: a fix more than 50 m away is away, and more than 332 m no error. */
export const longKnown: TrackerMemory = {
  ...memoryOf(fix(0, 1)),
  variance: 100,
  knownSeconds: 100 * hourSeconds,
  knownFixes: 1000,
  isCalm: true,
}
export const longParked: Parked = { ...parkedAt(fix(0, 1), longKnown), weight: 30, fixes: 30 }
export const alarmed: Guard = {
  ...newGuard(enabledAt),
  anchor: fix(0, 1),
  lastFixAt: after(1),
  parked: longParked,
  memory: longKnown,
  known: trackerSignals,
}

export const given = (signal: TrackerSignal, at: Date | null = null) => ({ signal, at, isLate: false })
