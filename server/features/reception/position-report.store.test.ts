import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { ProblemCode } from '#contract/base/problem.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { storedPositions } from '#server/features/history/testing/stored-positions.ts'
import { createTrackingService, type TrackingService } from '#server/features/tracking/tracking.service.ts'
import { createTrackingStore } from '#server/features/tracking/tracking.store.ts'
import { createPositionReportService, type PositionReportService } from './position-report.service.ts'
import { createReceptionService } from './reception.service.ts'
import { createReceptionStore } from './reception.store.ts'
import { putTracker } from './testing/trackers.ts'

const start = '2026-03-29T12:00:00.000Z'
const imei = '350000000000001'
const log = pino({ level: 'silent' })

describeOnBothDatabases('a position reported over the API', (database) => {
  const positions = createPositionsStore(database)
  let clock: TestClock
  let tracking: TrackingService
  let service: PositionReportService
  let deviceId: string

  beforeEach(async () => {
    clock = clockAt(start)
    const store = createTrackingStore(database)
    const { receive } = createReceptionService({ store: createReceptionStore(database, null), log })
    tracking = createTrackingService({ store, positions, clock })
    service = createPositionReportService({ receive, clock })
    deviceId = await putTracker(database, clock.now(), { imei, mode: null })
  })

  const refused = (code: ProblemCode) => expect.objectContaining({ code })
  const stored = () => storedPositions(positions, deviceId, clock.now())
  const switchOn = async () => {
    await tracking.consent(deviceId, true)
    return tracking.enable(deviceId, 'BOTH')
  }

  const place = { latitude: 49.5, longitude: 8.25 }

  test('is stored like any other', async () => {
    await switchOn()
    expect(await service.report({ imei }, { ...place, accuracy: 12.5 })).toEqual({ stored: true })
    expect(await stored()).toEqual([{ ...place, accuracy: 12.5, recordedAt: start }])
  })

  test('that is not stored is answered with the reason', async () => {
    expect(await service.report({ imei }, place)).toEqual({ stored: false, reason: 'TRACKING_OFF' })
    await switchOn()
    const reported = { ...place, recordedAt: '2026-03-29T13:58:00+02:00' }
    expect(await service.report({ imei }, reported)).toEqual({ stored: true })
    expect(await service.report({ imei }, reported)).toEqual({ stored: false, reason: 'DUPLICATE' })
  })

  test.each([
    [0, 0],
    [49.00833, 0],
    [0, 8.40417],
  ])('with a coordinate of exactly 0 (%d, %d) is no fix', async (latitude, longitude) => {
    await switchOn()
    expect(await service.report({ imei }, { latitude, longitude })).toEqual({ stored: false, reason: 'NO_FIX' })
    expect(await stored()).toEqual([])
  })

  test('of a device that was removed meanwhile is not found', async () => {
    await switchOn()
    await database.deleteFrom('devices').where('id', '=', deviceId).execute()
    expect(await service.report({ imei }, place)).toEqual({ stored: false, reason: 'NO_OWNER' })
    await expect(service.report({ imei: '350000000000009' }, place)).rejects.toEqual(refused('NOT_FOUND'))
  })
})
