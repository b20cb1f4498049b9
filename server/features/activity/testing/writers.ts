import { type WorldPart, days } from '#server/db/testing/writer.ts'
import { createActivityStore } from '#server/features/activity/activity.store.ts'

export const activityWriters: WorldPart = {
  writers: [
    { name: 'the end of what happened', write: (on) => createActivityStore(on).purge(days(91)), isPartial: true },
  ],
}
