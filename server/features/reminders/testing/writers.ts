import { type WorldPart, first, now } from '#server/db/testing/writer.ts'
import { createDueRemindersStore } from '#server/features/reminders/due-reminders.store.ts'

export const remindersWriters: WorldPart = {
  writers: [
    {
      name: 'reminders that were not told before',
      write: (on) =>
        createDueRemindersStore(on).raise({ deviceId: first, kind: 'WEATHER', at: now }, () => ['2026-11-22 3 STURM']),
    },
  ],
}
