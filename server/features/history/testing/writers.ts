import type { Database } from '#server/db/connection/database.ts'
import { hooks } from '#server/hooks.ts'
import { type WorldPart, first, now, minutes } from '#server/db/testing/writer.ts'
import { createAlarmsStore } from '#server/features/alarms/alarms.store.ts'
import { createParkedTracesStore } from '#server/features/history/parked-traces.store.ts'
import { createPositionRemovalsStore } from '#server/features/history/position-removals.store.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'

export const historyWriters: WorldPart = {
  put: (on) =>
    on
      .insertInto('position_removals')
      .values({ device_ids: ['gone'], receipt_id: 'receipt' })
      .execute(),

  writers: [
    { name: 'a deletion of the history', isOwners: true, write: deleteHistory, isPartial: true },
    {
      name: 'the trace of a parked vehicle reduced',
      prepare: (on) =>
        on.updateTable('tracking_settings').set({ mode: 'THEFT' }).where('device_id', '=', first).execute(),
      write: (on) => createParkedTracesStore(on).reduce(first, now, { fromStart: true }),
      isPartial: true,
    },
    {
      name: 'a deletion of what a removed device left behind',
      write: (on) => createPositionRemovalsStore(on, hooks).workOff(),
      isPartial: true,
    },
    {
      name: 'the retention of positions',
      write: (on) => createPositionsStore(on).expire(minutes(-60)),
      isPartial: true,
    },
  ],
}

async function deleteHistory(database: Database): Promise<void> {
  const positions = createPositionsStore(database)
  await positions.noteDeletion(first, now, now)
  await positions.remove(first, { start: null, end: null })
  await createAlarmsStore(database).forgetPlaces(first, { start: null, end: null })
}
