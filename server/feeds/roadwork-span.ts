import { limits } from '#contract/limits.ts'
import type { Instant } from '#contract/place.ts'
import type { PoiType } from '#contract/pois.ts'
import { wallTime } from '#domain/time.ts'

const hourMs = 60 * 60_000

/** Works for a day or less are temporary; without a known end they are not. */
export function roadworkType(start: Instant | null, end: Instant | null): PoiType {
  if (start === null || end === null) return 'LongTermRoadwork'
  const hours = (Date.parse(end) - Date.parse(start)) / hourMs
  return hours <= limits.feeds.longTermRoadworkHours ? 'TemporaryRoadwork' : 'LongTermRoadwork'
}

/** "05.10.2026, 08:00 bis 07.10.2026, 17:00 Uhr"; null where neither is known. */
export function spanText(start: Instant | null, end: Instant | null): string | null {
  if (start === null) return end === null ? null : `bis ${germanTime(end)} Uhr`
  return end === null ? `seit ${germanTime(start)} Uhr` : `${germanTime(start)} bis ${germanTime(end)} Uhr`
}

function germanTime(instant: Instant): string {
  const [day = '', time = ''] = wallTime(instant).split('T')
  return `${day.split('-').toReversed().join('.')}, ${time}`
}
