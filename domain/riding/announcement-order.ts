import { ridingLimits } from '#contract/riding/riding-limits.ts'
import { compareGravity } from './hazards.ts'
import type { Warning } from './warning.ts'

/** What a good pillion does with warnings: says one at a time, the gravest first, and not what is too late. */
export interface AnnouncementOrder {
  waiting: readonly Warning[]
  /** When something was last said; milliseconds since 1970. */
  saidAt: number
}

export const noAnnouncements: AnnouncementOrder = { waiting: [], saidAt: -Infinity }

const { pauseSeconds, waitingSeconds } = ridingLimits

/** What is said now, if anything. @param now milliseconds since 1970. */
export function sayNext(
  pillion: AnnouncementOrder,
  warnings: readonly Warning[],
  now: number,
): { pillion: AnnouncementOrder; said: Warning | null } {
  const waiting = [...pillion.waiting, ...warnings].filter(({ at }) => now - at <= waitingSeconds * 1000)
  if (now - pillion.saidAt < pauseSeconds * 1000) return { pillion: { ...pillion, waiting }, said: null }
  const [said = null] = waiting.toSorted((a, b) => compareGravity(a.hazard, b.hazard) || a.metres - b.metres)
  if (said === null) return { pillion: { ...pillion, waiting }, said }
  return { pillion: { waiting: waiting.filter((other) => other !== said), saidAt: now }, said }
}
