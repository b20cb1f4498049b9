import type { Alarm } from '#contract/alarms.ts'
import { minuteMs } from '#contract/time-units.ts'
import { isRefused } from '#domain/vehicles/setup.ts'

/** A test from longer ago was another one, unless it failed: that stays so until another one arrives. */
const recentMs = 15 * minuteMs

/** How far the e-mail of the last test has come: nothing sent yet, on its way, to be looked for, or refused for good. */
export type TestProgress = 'NONE' | 'UNDER_WAY' | 'HANDED_OVER' | 'REFUSED'

/** @param alarms of the device, the newest first. */
export function testProgress(
  alarms: readonly (Pick<Alarm, 'kind' | 'detectedAt'> & { letter: Pick<Alarm['letter'], 'state'> })[],
  now: Date,
): TestProgress {
  const latest = alarms.find(({ kind }) => kind === 'TEST')
  if (latest === undefined) return 'NONE'
  if (isRefused(latest.letter.state)) return 'REFUSED'
  if (now.getTime() - Date.parse(latest.detectedAt) >= recentMs) return 'NONE'
  switch (latest.letter.state) {
    case 'SENT':
    case 'DELIVERED':
      return 'HANDED_OVER'
    case 'STOPPED':
      return 'NONE'
    default:
      return 'UNDER_WAY'
  }
}
