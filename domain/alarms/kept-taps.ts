import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { Instant } from '#contract/base/place.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { type StateChange, stateOf, type UndoneTheft } from '#domain/dossier/dossier.ts'
import { type Guard, isAhead } from './guard.ts'

/*
 * What an owner tapped without a network, and what of it still counts when it arrives. The latest word about a vehicle holds,
 * by when it was said: so the order of arrival changes nothing.
 */

/** When something was tapped, and from when it counts. */
export interface Tap {
  /** As its browser says; one in the future is from a clock that is ahead: it is now. */
  saidAt: Date
  /** The same, no longer ago than a day. */
  at: Date
}

/** @param said as its browser says; undefined: now. */
export function tapOf(said: Instant | undefined, now: Date): Tap {
  const saidAt = said === undefined ? now : new Date(Math.min(Date.parse(said), now.getTime()))
  const oldest = now.getTime() - alarmsLimits.keptTapHours * hourMs
  return { saidAt, at: new Date(Math.max(saidAt.getTime(), oldest)) }
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
export function judgeRideTap({ saidAt, at }: Tap, { guard, changes, answeredAt }: SaidBefore, now: Date): TapVerdict {
  const { pause, restedUntil, enabledAt } = guard
  if (pause?.kind === 'RIDE' && pause.since.getTime() === at.getTime()) return 'SAME'
  const words = [pause?.since, restedUntil, enabledAt, answeredAt, ...changes.map(({ setAt }) => setAt)]
  return words.some((word) => isAfter(word, saidAt, now)) ? 'OVERTAKEN' : 'COUNTS'
}

/**
 * „Als gestohlen melden“: only that its owner has stated something newer is worth more. The person with their phone may pause. A tap
 * from the seconds in which a theft stood that was taken back is that theft, by whichever arrives first.
 */
export function judgeTheftTap(
  { saidAt }: Tap,
  { changes, undone }: { changes: readonly StateChange[]; undone: readonly UndoneTheft[] },
  now: Date,
): TapVerdict {
  if (undone.some(({ setAt, undoneAt }) => setAt <= saidAt && saidAt <= undoneAt)) return 'SAME'
  if (changes.some(({ setAt }) => isAfter(setAt, saidAt, now))) return 'OVERTAKEN'
  return stateOf(changes) === 'STOLEN' ? 'SAME' : 'COUNTS'
}

/** What was noted when our own clock was ahead is no newer word. */
function isAfter(word: Date | null | undefined, saidAt: Date, now: Date): boolean {
  return word !== null && word !== undefined && word > saidAt && !isAhead(word, now)
}
