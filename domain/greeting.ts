import type { Instant } from '#contract/place.ts'
import { wallTime } from './time.ts'

/** A greeting by the time of day in Germany. */
export function greetingAt(instant: Instant): string {
  const hour = Number(wallTime(instant).slice(11, 13))
  if (hour < 5) return 'Guten Abend'
  if (hour < 11) return 'Guten Morgen'
  return hour < 18 ? 'Guten Tag' : 'Guten Abend'
}
