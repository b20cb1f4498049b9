import type { QuietHours } from '#contract/messages/message-wishes.ts'
import { instantOfWallTime, startOfBerlinDay, wallTime } from '#domain/time/time.ts'

/**
 * When the quiet hours end in which an instant lies; null if it lies in none. They begin and end by the clock on the wall, each
 * once: a time that the clock skips in March is the one moved on, one that comes twice in October its first.
 */
export function quietUntil({ from, to }: QuietHours, now: Date): Date | null {
  // Those that began today and yesterday.
  for (const daysBack of [0, 1]) {
    const beginsAt = onDay(now, daysBack, from)
    const endsAt = onDay(now, from < to ? daysBack : daysBack - 1, to)
    if (beginsAt <= now && now < endsAt) return endsAt
  }
  return null
}

/** A time of the day that lies so many days before. */
export function onDay(now: Date, daysBack: number, time: string): Date {
  const day = wallTime(startOfBerlinDay(now.toISOString(), daysBack)).slice(0, 10)
  const instant = instantOfWallTime(`${day}T${time}`)
  if (instant === null) throw new RangeError('A time of day that is none.')
  return new Date(instant)
}
