import { dayMs } from '#contract/base/time-units.ts'

/** GPS counts 1024 weeks and starts again; an old receiver then reports dates of one round ago. */
const roundMs = 1024 * 7 * dayMs
const gpsEpoch = Date.UTC(1980, 0, 6)
const roundToleranceMs = 90 * dayMs

/** Moves a fix time that is whole GPS rounds behind into the present round (protocols, section 0.8). */
export function correctGpsRound(recordedAt: Date, receivedAt: Date): Date {
  const time = recordedAt.getTime()
  const oldest = receivedAt.getTime() - (roundMs - roundToleranceMs)
  if (time <= gpsEpoch || time >= oldest) return recordedAt
  return new Date(time + Math.ceil((oldest - time) / roundMs) * roundMs)
}
