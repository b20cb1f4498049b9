import { minuteMs } from '#contract/base/time-units.ts'
import { historyTexts } from '../texts.ts'
import { formatNumber } from '#web/texts/formats.ts'

/** `2 Std. 5 Min.` */
export function durationInWords(ms: number): string {
  const { minutes: minutesOnly, duration } = historyTexts.movement
  const minutes = Math.round(ms / minuteMs)
  const left = formatNumber(minutes % 60)
  return minutes < 60 ? minutesOnly(left) : duration(formatNumber(Math.floor(minutes / 60)), left)
}
