import { type WorldPart, days, minutes, now } from '#server/db/testing/writer.ts'
import { createDemoStore } from '#server/features/demo/demo.store.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { hooks } from '#server/hooks.ts'

export const demoWriters: WorldPart = {
  async put(database) {
    await putTracker(database, days(-1), { imei: demoImei, owner: 'demo' })
    await database
      .updateTable('device_inventory')
      .set({ last_active_at: days(-1) })
      .where('imei', '=', demoImei)
      .execute()
    await database.updateTable('users').set({ demo: true }).where('id', '=', 'demo').execute()
    await database.updateTable('devices').set({ demo: true }).where('user_id', '=', 'demo').execute()
    await database.updateTable('licences').set({ demo: true }).where('user_id', '=', 'demo').execute()
  },

  writers: [
    { name: 'a beat of the demo world', write: (on) => createDemoStore(on, hooks).beat(minutes(-10), now) },
    // Its trackers are released at the database's own time (migration 0033), which is different each time.
    { name: 'the demo world removed', write: (on) => createDemoStore(on, hooks).remove(), isPartial: true },
  ],
}

/** One that reports as long as somebody looks at the demo. */
const demoImei = '990000000000011'
