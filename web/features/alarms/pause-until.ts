import type { Instant } from '#contract/base/place.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { berlinDay, instantOfWallTime, startOfBerlinDay, wallTime } from '#domain/time/time.ts'
import { instantsOfTyped } from '#domain/time/typed-time.ts'

const usualHours = 4

/** A time that is offered: some hours from now, to the full hour. `18:00` */
export function offeredTime(now: Date): string {
  return `${wallTime(new Date(now.getTime() + usualHours * hourMs).toISOString()).slice(11, 13)}:00`
}

/** When a German clock shows this time next: today, or in the coming night. Null if it is not a time. @param time `18:00` */
export function nextTime(time: string, now: Date): Instant | null {
  const today = now.toISOString()
  const tomorrow = startOfBerlinDay(today, -1)
  const times = [today, tomorrow].flatMap((day) => {
    const wall = `${berlinDay(day)}T${time}`
    const shown = instantsOfTyped(wall)
    // A time that is skipped in March is as long after the hour before it as ever.
    return shown.length > 0 ? shown : [instantOfWallTime(wall)]
  })
  return times.find((instant) => instant !== null && Date.parse(instant) > now.getTime()) ?? null
}
