import { type WorldPart, now } from '#server/db/testing/writer.ts'
import { createCalendarStore } from '#server/features/calendar/calendar.store.ts'
import { hashOf } from '#server/platform/secrets.ts'

export const calendarWriters: WorldPart = {
  writers: [
    {
      name: 'an address for the calendar',
      write: (on, id) =>
        createCalendarStore(on).put({ userId: 'anna', sessionId: 'session-anna', tokenHash: hashOf(id), at: now }),
    },
  ],
}
