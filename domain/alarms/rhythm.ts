import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { berlinDay, startOfBerlinDay } from '#domain/time/time.ts'
import { type Guarded, isAhead } from './guard.ts'

/*
 * The limit of specification section 9: e-mails about a movement, at most one in 15 minutes and 20 in a day of Europe/Berlin.
 * The alarm is raised, shown and pushed at once; only its e-mail waits.
 */

/**
 * When e-mails about movements were sent, or will be; without those that an answer came before, or that a clock of ours raised
 * that was ahead.
 */
export function timesOfMovementEmails({ recent }: Pick<Guarded, 'recent'>, now: Date): Date[] {
  return recent.flatMap(({ kind, at, emailAt }) =>
    kind === 'MOVEMENT' && emailAt !== null && !isAhead(at, now) ? [emailAt] : [],
  )
}

/** Whether one of these still waits: it will say where the vehicle is by then. */
export function isEmailWaiting(times: readonly Date[], now: Date): boolean {
  return times.some((at) => at > now)
}

/** How many of these times lie in the German day of `at`. */
export function alarmsOfDay(times: readonly Date[], at: Date): number {
  const day = berlinDay(at.toISOString())
  return times.filter((time) => berlinDay(time.toISOString()) === day).length
}

/** Until when no further e-mail about a movement may be sent; null if one may be sent now. */
export function quietUntil(times: readonly Date[], now: Date): Date | null {
  const end = Math.max(-Infinity, ...times.map((at) => at.getTime() + alarmsLimits.everyMinutes * minuteMs))
  return end > now.getTime() ? new Date(end) : null
}

/** When the next one may be sent. */
export function nextEmailAt(times: readonly Date[], now: Date): Date {
  const at = quietUntil(times, now) ?? now
  if (alarmsOfDay(times, at) < alarmsLimits.perDay) return at
  return new Date(startOfBerlinDay(at.toISOString(), -1))
}
