import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { wallDurationMs } from '#domain/time/fix-time.ts'
import { retentionMs } from './retention.ts'

/** What is wrong with a range somebody asks for, by field; null where nothing is. */
export function rangeMistake(start: Date, end: Date): Partial<Record<'start' | 'end', string>> | null {
  if (start >= end) return { end: 'Das Ende muss nach dem Beginn liegen.' }
  // Fourteen days by the clocks on the wall can be an hour more than fourteen times 24.
  const fits = end.getTime() - start.getTime() <= retentionMs || wallDurationMs(start, end) <= retentionMs
  return fits ? null : { end: `Der Zeitraum darf höchstens ${trackingLimits.retentionDays} Tage umfassen.` }
}
