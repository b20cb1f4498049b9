import { devicesLimits } from '#contract/devices-limits.ts'
import { secondMs } from '#contract/time-units.ts'

/** Whether a sign of life is worth recording: writing each one would cost as much as storing the positions. */
export function isNewSignOfLife(at: Date, last: Date | null): boolean {
  return last === null || at.getTime() - last.getTime() >= devicesLimits.signOfLifeEverySeconds * secondMs
}
