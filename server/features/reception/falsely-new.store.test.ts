import { pino } from 'pino'
import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createAlarmWatch } from '#server/features/alarms/guard/alarm-watch.ts'
import { randomId } from '#server/platform/ids.ts'
import { createReceptionService } from './reception.service.ts'
import { createReceptionStore } from './reception.store.ts'
import { keepPositions } from '#server/db/positions/stored-positions.ts'
import { fixReport, putTracker } from './testing/trackers.ts'

const now = new Date('2026-03-29T12:00:00.000Z')
const [imei, other] = ['350000000000001', '350000000000002']

describeOnBothDatabases('a fix that is newer than what the alarm has seen', (database) => {
  test('is a duplicate if it is stored all the same, and what came with it is stored', async () => {
    for (const each of [imei, other]) await putTracker(database, new Date('2026-03-29T11:00:00Z'), { imei: each })
    const watch = createAlarmWatch(randomId, () => undefined)
    const store = createReceptionStore(database, watch)
    const { receive } = createReceptionService({ store, log: pino({ level: 'silent' }) })
    await receive(fixReport(imei, '2026-03-29T11:50:00Z'), now)
    const recordedAt = new Date('2026-03-29T11:55:00Z')
    const measured = {
      latitude: 49,
      longitude: 8,
      accuracy: null,
      altitude: null,
      speed: null,
      course: null,
      flag: null,
    }
    const unseen = { deviceId: `device-${imei}`, recordedAt, receivedAt: now, ...measured }
    await database.transaction().execute((transaction) => keepPositions(transaction, [unseen]))
    const reports = [fixReport(imei, '2026-03-29T11:55:00Z'), fixReport(other, '2026-03-29T11:55:00Z')]
    expect(await Promise.all(reports.map((report) => receive(report, now)))).toEqual(['DUPLICATE', 'STORED'])
    const raised = await database.selectFrom('alarms').select('device_id').orderBy('device_id').execute()
    expect(raised).toEqual([{ device_id: `device-${imei}` }, { device_id: `device-${other}` }])
  })
})
