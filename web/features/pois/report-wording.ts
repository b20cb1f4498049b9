import type { Instant } from '#contract/place.ts'
import type { Poi } from '#contract/pois.ts'
import { berlinDay } from '#domain/time.ts'
import { counted, formatAgo, formatDayTime, formatTime, oClock } from '#web/kit/formats.ts'

/** How likely it is there, in words: what a number would only pretend to know. */
export function confidenceInWords(confidence: number): string {
  const step = steps.find(({ atLeast }) => confidence >= atLeast)
  return step?.words ?? 'kaum noch wahrscheinlich'
}

const steps = [
  { atLeast: 0.65, words: 'gut bestätigt' },
  { atLeast: 0.4, words: 'wahrscheinlich' },
  { atLeast: 0.2, words: 'unsicher' },
]

/** `3-mal bestätigt, zuletzt vor 12 Minuten; 1-mal „nicht mehr da“` */
export function votesInWords({ createdAt, details }: Pick<Poi, 'createdAt' | 'details'>, now: Date): string {
  const { confirmations = 0, denials = 0, confirmedAt = createdAt } = details
  const ago = seenInWords(confirmedAt, now)
  const seen =
    confirmations === 0 ? `noch nicht bestätigt, gesehen ${ago}` : `${confirmations}-mal bestätigt, zuletzt ${ago}`
  return denials === 0 ? seen : `${seen}; ${denials}-mal „nicht mehr da“`
}

/** Within the last minute, or a moment ahead by a clock that is: nobody counts seconds. */
function seenInWords(instant: Instant, now: Date): string {
  return now.getTime() - Date.parse(instant) < 60_000 ? 'gerade eben' : formatAgo(instant, now)
}

/** `bis 14:20 Uhr`, with the day where it is not today's. */
export function untilInWords(expiresAt: Instant, now: Date): string {
  const today = berlinDay(expiresAt) === berlinDay(now.toISOString())
  return `bis ${oClock(today ? formatTime(expiresAt) : formatDayTime(expiresAt))}`
}

/** `15 Minuten`, `3 Stunden`, `14 Tage`: the largest unit that counts it whole. */
export function lifetimeInWords(minutes: number): string {
  if (minutes % 1440 === 0) return counted(minutes / 1440, 'Tag', 'Tage')
  if (minutes % 60 === 0) return counted(minutes / 60, 'Stunde', 'Stunden')
  return counted(minutes, 'Minute', 'Minuten')
}
