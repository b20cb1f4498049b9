import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, firstImei, secondImei, thirdImei, first, now, minutes } from '#server/db/testing/writer.ts'
import { createAlarmWatch } from '#server/features/alarms/guard/alarm-watch.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { fixReport } from '#server/features/reception/testing/trackers.ts'
import { pino } from 'pino'

export const receptionWriters: WorldPart = {
  async put(database) {
    await report(database, [firstImei, secondImei, thirdImei], 'reported', -90)
    await database
      .insertInto('device_losses')
      .values({ device_id: first, reason: 'IN_THE_FUTURE', lost_at: now, clock_ahead_minutes: 60 })
      .execute()
  },

  writers: [
    { name: 'a report of several trackers', write: (on, id) => report(on, [firstImei, secondImei, thirdImei], id) },
  ],
}

async function report(database: Database, identities: readonly string[], id: string, atMinutes = -1): Promise<void> {
  const at = minutes(atMinutes)
  // An alarm's id must not depend on which trackers are watched together: one that somebody holds comes later.
  const alarms = new Map<string, number>()
  const watch = createAlarmWatch(
    (deviceId) => {
      const number = (alarms.get(deviceId) ?? 0) + 1
      alarms.set(deviceId, number)
      return `${id}-${deviceId}-${number}`
    },
    () => undefined,
  )
  const { receive } = createReceptionService({
    store: createReceptionStore(database, watch),
    log: pino({ level: 'silent' }),
  })
  const fixes = identities.flatMap((identity) => [
    fixReport(identity, at.toISOString(), { accuracy: 10 }),
    { ...fixReport(identity, new Date(at.getTime() + 1000).toISOString()), alarm: 'tow', battery: 70 },
  ])
  await Promise.all(fixes.map((fix) => receive(fix, at)))
}
