import type { OwnTour } from '#contract/own-tours/own-tours.ts'
import { hourMinutes, minuteMs } from '#contract/base/time-units.ts'
import { formatDay, formatDistance, formatNumber, formatTime, oClock } from '#web/texts/formats.ts'
import { ownToursTexts as texts } from './texts.ts'

export function nameOf({ name, beganAt }: Pick<OwnTour, 'name' | 'beganAt'>): string {
  return name ?? texts.unnamed(oClock(formatTime(beganAt)))
}

/** `08:00 · 124 km · 2 Std. 5 Min. · GPX · bis 05.12.2026` */
export function detailOf({ beganAt, endedAt, lengthMetres, source, keptUntil }: OwnTour): string {
  const minutes = Math.round((Date.parse(endedAt) - Date.parse(beganAt)) / minuteMs)
  const left = formatNumber(minutes % hourMinutes)
  const duration =
    minutes < hourMinutes ? texts.minutes(left) : texts.hours(formatNumber(Math.floor(minutes / hourMinutes)), left)
  return [
    formatTime(beganAt),
    formatDistance(lengthMetres),
    duration,
    texts.sources[source],
    texts.keptUntil(formatDay(keptUntil)),
  ].join(' · ')
}
