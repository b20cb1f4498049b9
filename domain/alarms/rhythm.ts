import { alarmsLimits } from '#contract/alarms-limits.ts'
import { minuteMs } from '#contract/time-units.ts'
import { berlinDay } from '#domain/time/time.ts'
import { type Guarded, isAhead } from './guard.ts'

/** When fixes raised alarms: the number of e-mails about these is limited. */
export function timesOfFixAlarms({ recent }: Pick<Guarded, 'recent'>): Date[] {
  return recent.filter(({ kind }) => kind === 'FIRST' || kind === 'MOVEMENT').map(({ at }) => at)
}

/** How many of these times lie in the German day of `now`. */
export function alarmsOfDay(times: readonly Date[], now: Date): number {
  const day = berlinDay(now.toISOString())
  return times.filter((at) => berlinDay(at.toISOString()) === day).length
}

/** Until when no further e-mail about a position may be sent; null if one may be sent now. */
export function quietUntil(times: readonly Date[], now: Date): Date | null {
  const said = times.filter((at) => !isAhead(at, now))
  const end = Math.max(-Infinity, ...said.map((at) => at.getTime() + alarmsLimits.everyMinutes * minuteMs))
  return end > now.getTime() ? new Date(end) : null
}
