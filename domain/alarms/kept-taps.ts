import { alarmsLimits } from '#contract/alarms-limits.ts'
import type { Instant } from '#contract/place.ts'
import { hourMs } from '#contract/time-units.ts'
import { type StateChange, stateOf } from '#domain/dossier/dossier.ts'
import type { Guard } from './guard.ts'

/*
 * What an owner tapped without a network, and what of it still counts when it arrives. The latest word about a vehicle holds,
 * by when it was said: so the order of arrival changes nothing.
 */

/**
 * When a tap counts: at its own time, no longer ago than a day. One in the future is from a clock that is ahead: it is now.
 * @param at as its browser says; undefined: now.
 */
export function momentOfTap(at: Instant | undefined, now: Date): Date {
  if (at === undefined) return now
  const oldest = now.getTime() - alarmsLimits.keptTapHours * hourMs
  return new Date(Math.min(Math.max(Date.parse(at), oldest), now.getTime()))
}

/** `SAME`: this tap was taken in before. `OVERTAKEN`: somebody has said something newer, so it changes nothing. */
export type TapVerdict = 'COUNTS' | 'SAME' | 'OVERTAKEN'

/** The last words about a vehicle and its alarm. */
export interface SaidBefore {
  guard: Pick<Guard, 'enabledAt' | 'pause' | 'restedUntil'>
  /** What its owner has stated, oldest first. */
  changes: readonly StateChange[]
  /** When somebody last answered to one of its alarms, but for calls for help; null if nobody has. */
  answeredAt: Date | null
}

/** „Ich fahre“ and „Ja, ich bin es“: any newer word is worth more, because it pauses an alarm. */
export function judgeRideTap(tappedAt: Date, { guard, changes, answeredAt }: SaidBefore): TapVerdict {
  const { pause, restedUntil, enabledAt } = guard
  if (pause?.kind === 'RIDE' && pause.since.getTime() === tappedAt.getTime()) return 'SAME'
  const words = [pause?.since, restedUntil, enabledAt, answeredAt, ...changes.map(({ setAt }) => setAt)]
  return words.some((at) => isAfter(at, tappedAt)) ? 'OVERTAKEN' : 'COUNTS'
}

/** „Als gestohlen melden“: only that its owner has it themselves, or has stated something newer, is worth more. */
export function judgeTheftTap(
  tappedAt: Date,
  { pause, changes }: { pause: Guard['pause']; changes: readonly StateChange[] },
): TapVerdict {
  if (isAfter(pause?.since, tappedAt) || changes.some(({ setAt }) => setAt > tappedAt)) return 'OVERTAKEN'
  return stateOf(changes) === 'STOLEN' ? 'SAME' : 'COUNTS'
}

function isAfter(at: Date | null | undefined, tappedAt: Date): boolean {
  return at !== null && at !== undefined && at > tappedAt
}
