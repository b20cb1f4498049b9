import type { Instant } from '#contract/base/place.ts'
import { hourMs } from '#contract/base/time-units.ts'

/**
 * Writes many consecutive times, in milliseconds since 1970, as `toISOString` does. That is half of the work of a history:
 * everything before the minutes is the same for a whole hour, so it is made once.
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
    return `${dateAndHour}${twoDigits[Math.floor(seconds / 60)]}:${twoDigits[seconds % 60]}.${threeDigits[ms % 1000]}Z`
  }
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))
const threeDigits = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))
