import type { Instant } from '#contract/base/place.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { dayMinutes, minuteMs } from '#contract/base/time-units.ts'
import { counted, formatAgo } from '#web/texts/formats.ts'

/** How likely the POI is still there, in words: a number would pretend to be exact. */
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

/** Times within the last minute, or in the future because of a fast clock, are all „gerade eben“. */
function seenInWords(instant: Instant, now: Date): string {
  return now.getTime() - Date.parse(instant) < minuteMs ? 'gerade eben' : formatAgo(instant, now)
}

/** `15 Minuten`, `3 Stunden`, `14 Tage`: the largest unit that counts it whole. */
export function lifetimeInWords(minutes: number): string {
  if (minutes % dayMinutes === 0) return counted(minutes / dayMinutes, 'Tag', 'Tage')
  if (minutes % 60 === 0) return counted(minutes / 60, 'Stunde', 'Stunden')
  return counted(minutes, 'Minute', 'Minuten')
}
