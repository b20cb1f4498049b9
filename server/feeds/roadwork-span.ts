import { serverLimits } from '#contract/server-limits.ts'
import type { Instant } from '#contract/place.ts'
import type { PoiType } from '#contract/pois.ts'
import { germanTime, germanTimeOClock } from '#domain/fix-time.ts'

const hourMs = 60 * 60_000

/** Works for a day or less are temporary; without a known end they are not. */
export function roadworkType(start: Instant | null, end: Instant | null): PoiType {
  if (start === null || end === null) return 'LongTermRoadwork'
  const hours = (Date.parse(end) - Date.parse(start)) / hourMs
  return hours <= serverLimits.feeds.longTermRoadworkHours ? 'TemporaryRoadwork' : 'LongTermRoadwork'
}

/** "05.10.2026, 08:00 bis 07.10.2026, 17:00 Uhr"; null where neither is known. */
export function spanText(start: Instant | null, end: Instant | null): string | null {
  if (start === null) return end === null ? null : `bis ${oClock(end)}`
  return end === null ? `seit ${oClock(start)}` : `${germanTime(new Date(start))} bis ${oClock(end)}`
}

const oClock = (instant: Instant) => germanTimeOClock(new Date(instant))
