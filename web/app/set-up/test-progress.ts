import type { Alarm } from '#contract/alarms/alarms.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { isRefused } from '#domain/vehicles/setup.ts'

/** A test from longer ago was another one, unless it failed: that stays so until another one arrives. */
const recentMs = 15 * minuteMs

/**
 * How far the e-mail of the last test has come: nothing sent yet, on its way, to be looked for, not found, or
 * refused for good.
 */
export type TestProgress = 'NONE' | 'UNDER_WAY' | 'HANDED_OVER' | 'UNRECEIVED' | 'REFUSED'

/** An alarm, as far as it is asked how far its e-mail has come. */
type SentAlarm = Pick<Alarm, 'id' | 'kind' | 'detectedAt'> & { letter: Pick<Alarm['letter'], 'state'> }

/** @param alarms of the device, the newest first. */
export function latestTest<Sent extends SentAlarm>(alarms: readonly Sent[]): Sent | undefined {
  return alarms.find(({ kind }) => kind === 'TEST')
}

/** @param unreceived the test that did not come, as its owner says, however long ago. */
export function testProgress(alarms: readonly SentAlarm[], now: Date, unreceived: string | null): TestProgress {
  const latest = latestTest(alarms)
  if (latest === undefined) return 'NONE'
  if (isRefused(latest.letter.state)) return 'REFUSED'
  if (latest.id === unreceived) return 'UNRECEIVED'
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
