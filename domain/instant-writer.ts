import type { Instant } from '#contract/place.ts'

/**
 * Writes many times that follow one another, in milliseconds since 1970, as `toISOString` does, which is half of the work
 * of a history: what is before the minutes is the same for the whole hour.
 */
export function createInstantWriter(): (time: number) => Instant {
  let hour = NaN
  let dateAndHour = ''
  return (time) => {
    const hourNow = Math.floor(time / hourMs)
    if (hourNow !== hour) {
      hour = hourNow
      dateAndHour = new Date(hour * hourMs).toISOString().slice(0, -'mm:ss.sssZ'.length)
    }
    const ms = time - hour * hourMs
    const seconds = Math.floor(ms / 1000)
    return `${dateAndHour}${twoDigits[Math.floor(seconds / 60)]}:${twoDigits[seconds % 60]}.${String(ms % 1000).padStart(3, '0')}Z`
  }
}

const hourMs = 3_600_000
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))
