import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/base/time-units.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createLicencesStore } from '#server/features/licences/licences.store.ts'
import { setLicence } from '#server/features/devices/licence-seats.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { createConsentRenewalStore } from './consent-renewal.store.ts'
import { createLicenceEndStore } from './licence-end.store.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { fixReport, putTracker } from '#server/features/reception/testing/trackers.ts'
import { registerTrackingJobs } from './tracking.jobs.ts'
import { createTrackingService, type TrackingService } from './tracking.service.ts'
import { createTrackingStore } from './tracking.store.ts'

const start = new Date('2026-11-22T08:00:00Z')
const [imei, otherImei] = ['350000000000001', '350000000000002']
const owner = 'owner'

describeOnBothDatabases('the end of a licence', (database) => {
  let clock: TestClock
  let service: TrackingService
  let everyMinute: () => Promise<void>
  /** Recorded with a licence of 30 days, and one without a licence. */
  let deviceId: string
  let otherId: string

  const licences = createLicencesStore(database, setLicence)
  const { receive } = createReceptionService({
    store: createReceptionStore(database, null),
    log: pino({ level: 'silent' }),
  })

  beforeEach(async () => {
    clock = clockAt(start.toISOString())
    const positions = createPositionsStore(database)
    service = createTrackingService({ store: createTrackingStore(database), positions, clock })
    deviceId = await putTracker(database, clock.now(), { imei, mode: 'THEFT', licenceDays: 30 })
    otherId = await putTracker(database, clock.now(), { imei: otherImei, mode: null, licenceDays: null })

    const works = new Map<string, (data: never) => Promise<void>>()
    registerTrackingJobs(
      {
        on: <Data>(kind: Job<Data>, work: (data: Data, id: string) => Promise<void>) =>
          void works.set(kind.name, (data) => work(data, kind.name)),
        every: (kind, _, work) => void works.set(kind.name, work),
        enqueue: async () => undefined,
      },
      {
        licenceEnds: createLicenceEndStore(database),
        renewals: createConsentRenewalStore(database),
        service,
        mailer: { send: async () => undefined },
        clock,
        publicUrl: 'https://wegwarte.example',
      },
    )
    everyMinute = async () => works.get('recordings-end')?.({} as never)
  })

  const state = () => service.state(deviceId)
  const report = () => receive(fixReport(imei, clock.now().toISOString()), clock.now())
  const toTell = () => database.selectFrom('reminders').select(['device_id', 'kind', 'occasion']).execute()
  const newLicence = async () => {
    await licences.issue([{ id: 'next', key: 'NEXT', type: 'PREMIUM', days: 30, seats: 2 }], clock.now())
    await licences.activate({ userId: owner, key: 'NEXT', deviceId: null, now: clock.now() })
  }
  const assign = (id: string, fromDeviceId: string | null = null) =>
    licences.assign({ userId: owner, licenceId: 'next', deviceId: id, fromDeviceId, now: clock.now() })

  test('switches tracking off, and the next licence does not switch it on: enabling does', async () => {
    clock.advance(31 * dayMs)
    await everyMinute()
    const endedAt = new Date(start.getTime() + 30 * dayMs).toISOString()
    expect(await state()).toMatchObject({ trackingEnabled: false, licenceEndedAt: endedAt })

    await newLicence()
    await assign(deviceId)
    expect(await state()).toMatchObject({ trackingEnabled: false, licenceEndedAt: endedAt })
    expect(await report()).toBe('TRACKING_OFF')

    expect(await service.enable(deviceId, null)).toMatchObject({
      trackingEnabled: true,
      licenceEndedAt: null,
      settings: { trackingMode: 'THEFT', consentGiven: true },
    })
    expect(await report()).toBe('STORED')
  })

  test('counts also where the next licence comes before anybody has looked', async () => {
    clock.advance(31 * dayMs)
    await newLicence()
    await assign(deviceId)
    expect(await state()).toMatchObject({ trackingEnabled: false, licenceEndedAt: expect.any(String) })
  })

  test('counts also where a key that is activated for the device is the next licence', async () => {
    clock.advance(31 * dayMs)
    await licences.issue([{ id: 'next', key: 'NEXT', type: 'PREMIUM', days: 30, seats: 2 }], clock.now())
    await licences.activate({ userId: owner, key: 'NEXT', deviceId, now: clock.now() })
    expect((await state()).trackingEnabled).toBe(false)
  })

  test('is no end where the device changes to another licence before', async () => {
    await newLicence()
    await assign(deviceId)
    clock.advance(29 * dayMs)
    await everyMinute()
    expect(await state()).toMatchObject({ trackingEnabled: true, licenceEndedAt: null })
    expect(await toTell()).toEqual([])
  })

  test.each([
    { name: 'released', move: () => licences.release({ userId: owner, licenceId: 'next', now: clock.now() }) },
    { name: 'transferred to another device', move: () => assign(otherId, deviceId) },
  ])('is also that it is $name', async ({ move }) => {
    await newLicence()
    await assign(deviceId)
    clock.advance(dayMs)
    await move()
    const endedAt = clock.now().toISOString()
    expect(await state()).toMatchObject({ trackingEnabled: false, licenceEndedAt: endedAt })
    await assign(deviceId)
    expect(await state()).toMatchObject({ trackingEnabled: false, licenceEndedAt: endedAt })
  })

  test('is to be told to its owner, once', async () => {
    clock.advance(30 * dayMs)
    await everyMinute()
    await everyMinute()
    const endedAt = new Date(start.getTime() + 30 * dayMs).toISOString()
    expect(await toTell()).toEqual([{ device_id: deviceId, kind: 'LICENCE', occasion: endedAt }])
  })

  test('is not to be told of a recording that is off', async () => {
    await service.disable(deviceId)
    clock.advance(31 * dayMs)
    await everyMinute()
    expect(await toTell()).toEqual([])
    expect((await state()).licenceEndedAt).toBeNull()
  })

  test('is not said any more where consent is withdrawn afterwards', async () => {
    clock.advance(31 * dayMs)
    await everyMinute()
    await service.withdraw(deviceId, false)
    expect((await state()).licenceEndedAt).toBeNull()
  })
})
