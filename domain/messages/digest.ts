import type { QuietHours } from '#contract/messages/message-wishes.ts'
import { onDay, quietUntil } from './quiet-hours.ts'

/**
 * When the next digest goes: once a day by the clock on the wall, and after quiet hours in which that lies. A message that comes
 * at this very time is in the one of the next day.
 */
export function nextDigest(time: string, quietHours: QuietHours | null, now: Date): Date {
  // Yesterday's may wait until quiet hours end today.
  for (const daysBack of [1, 0]) {
    const at = afterQuiet(quietHours, onDay(now, daysBack, time))
    if (now < at) return at
  }
  return afterQuiet(quietHours, onDay(now, -1, time))
}

function afterQuiet(quietHours: QuietHours | null, at: Date): Date {
  return (quietHours && quietUntil(quietHours, at)) ?? at
}
