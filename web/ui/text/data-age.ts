import { useConnection } from '#web/api/calls/connection.ts'
import { clock, useNow } from '#web/browser/clock.ts'
import { formatAgo, formatDay, formatDayTime, formatTime, oClock } from '#web/texts/formats.ts'

/** How often the age is refreshed. */
const everyMs = 30_000

/**
 * How old an answer is, in words, while the server cannot be reached; null while it can: then what is shown is current.
 * @param answeredAt by the browser's clock, milliseconds since 1970; null: nobody knows.
 */
export function useDataAge(answeredAt: number | null): string | null {
  const now = useNow(everyMs)
  const { lost } = useConnection()
  return lost && answeredAt !== null ? ageInWords(clock.at(answeredAt), now) : null
}

/** `Stand: 14:32 Uhr, vor 12 Minuten` */
export function ageInWords(at: Date, now: Date): string {
  const time = formatDay(at) === formatDay(now) ? formatTime(at) : formatDayTime(at)
  return `Stand: ${oClock(time)}, ${formatAgo(at, now)}`
}
