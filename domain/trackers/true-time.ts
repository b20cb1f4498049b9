import { minuteMs } from '#contract/base/time-units.ts'
import { correctGpsRound } from './gps-round.ts'
import type { Fix } from './report.ts'

/**
 * A fix at its true time, from the time by its tracker's clock. Null where the offset of that clock leads beyond the last
 * instant that a date can hold.
 * @param clockOffsetMinutes by which the tracker's clock is ahead of UTC.
 */
export function atTrueTime(fix: Fix, clockOffsetMinutes: number, receivedAt: Date): Fix | null {
  const utc = new Date(fix.recordedAt.getTime() - clockOffsetMinutes * minuteMs)
  const recordedAt = fix.clock === 'server' ? fix.recordedAt : correctGpsRound(utc, receivedAt)
  return Number.isNaN(recordedAt.getTime()) ? null : { ...fix, recordedAt }
}
