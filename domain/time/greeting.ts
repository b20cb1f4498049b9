import type { Instant } from '#contract/base/place.ts'
import { wallTime } from './time.ts'

/** A greeting by the time of day in Germany. At night „Guten Abend“ is over, and „Gute Nacht“ is a goodbye. */
export function greetingAt(instant: Instant): string {
  const hour = Number(wallTime(instant).slice(11, 13))
  if (hour < 5) return 'Hallo'
  if (hour < 11) return 'Guten Morgen'
  return hour < 18 ? 'Guten Tag' : 'Guten Abend'
}
