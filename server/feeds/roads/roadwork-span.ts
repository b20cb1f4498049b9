import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import type { Instant } from '#contract/base/place.ts'
import type { PoiType } from '#contract/pois/pois.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { germanTime, germanTimeOClock } from '#domain/time/fix-time.ts'

/** Works for a day or less are temporary; without a known end they are not. */
export function roadworkType(start: Instant | null, end: Instant | null): PoiType {
  if (start === null || end === null) return 'LongTermRoadwork'
  const hours = (Date.parse(end) - Date.parse(start)) / hourMs
  return hours <= feedsServerLimits.longTermRoadworkHours ? 'TemporaryRoadwork' : 'LongTermRoadwork'
}

/** "05.10.2026, 08:00 bis 07.10.2026, 17:00 Uhr"; null if neither is known. */
export function spanText(start: Instant | null, end: Instant | null): string | null {
  if (start === null) return end === null ? null : `bis ${oClock(end)}`
  return end === null ? `seit ${oClock(start)}` : `${germanTime(new Date(start))} bis ${oClock(end)}`
}

const oClock = (instant: Instant) => germanTimeOClock(new Date(instant))
