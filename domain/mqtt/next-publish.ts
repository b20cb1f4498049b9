import { mqttServerLimits } from '#contract/mqtt/mqtt-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'

const { firstPauseMinutes, longestPauseMinutes } = mqttServerLimits

/** When a broker that did not take the state is tried again. @param tries how often it has failed in a row. */
export function nextPublish(tries: number, now: Date): Date {
  // Of a broker that is away for months, two to the number of tries is no number any more.
  const pause = Math.min(longestPauseMinutes, firstPauseMinutes * 2 ** Math.min(tries - 1, longestPauseMinutes))
  return new Date(now.getTime() + pause * minuteMs)
}
