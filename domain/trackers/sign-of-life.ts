import { devicesLimits } from '#contract/devices/devices-limits.ts'
import { processServerLimits } from '#contract/limits/process-limits.ts'
import { hourMs, secondMs } from '#contract/base/time-units.ts'

/** Whether a sign of life is worth recording: writing each one would cost as much as storing the positions. */
export function isNewSignOfLife(at: Date, last: Date | null): boolean {
  if (last === null) return true
  const sinceMs = at.getTime() - last.getTime()
  return (
    sinceMs >= devicesLimits.signOfLifeEverySeconds * secondMs ||
    sinceMs < -processServerLimits.ownClockAheadHours * hourMs
  )
}
