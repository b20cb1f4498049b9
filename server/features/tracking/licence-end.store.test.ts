import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createLicencesStore } from '#server/features/licences/licences.store.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { Letter } from '#server/mail/mailer.ts'
import { createLicenceEndStore } from './licence-end.store.ts'
import { createPositionsStore } from './positions.store.ts'
import { createReceptionService } from './reception.service.ts'
import { createReceptionStore } from './reception.store.ts'
import { fixReport, putTracker } from './testing/trackers.ts'
import { registerTrackingJobs } from './tracking.jobs.ts'
import { createTrackingService, type TrackingService } from './tracking.service.ts'
import { createTrackingStore } from './tracking.store.ts'

const start = new Date('2026-11-22T08:00:00Z')
const dayMs = 24 * 60 * 60_000
const [imei, otherImei] = ['350000000000001', '350000000000002']
const owner = 'owner'

describeOnBothDatabases('the end of a licence', (database) => {
  let clock: TestClock
  let service: TrackingService
  let everyMinute: () => Promise<void>
  let sent: [to: string, letter: Letter][]
  /** Recorded with a licence of 30 days, and one without a licence. */
  let deviceId: string
  let otherId: string

  const licences = createLicencesStore(database)
  const { receive } = createReceptionService({
    store: createReceptionStore(database, null),
    log: pino({ level: 'silent' }),
  })

  beforeEach(async () => {
    clock = clockAt(start.toISOString())
    sent = []
    const positions = createPositionsStore(database)
    service = createTrackingService({ store: createTrackingStore(database), positions, receive, clock })
    deviceId = await putTracker(database, clock.now(), { imei, mode: 'THEFT', licenceDays: 30 })
    otherId = await putTracker(database, clock.now(), { imei: otherImei, mode: null, licenceDays: null })

    const works = new Map<string, (data: never) => Promise<void>>()
    registerTrackingJobs(
      {
        on: <Data>(kind: Job<Data>, work: (data: Data) => Promise<void>) => void works.set(kind.name, work),
        every: (kind, _, work) => void works.set(kind.name, work),
        send: async (kind, data) => works.get(kind.name)?.(data as never),
      },
      {
        positions,
        licenceEnds: createLicenceEndStore(database),
        mailer: { send: async (to, letter) => void sent.push([to, letter]) },
        clock,
        publicUrl: 'https://wegwarte.example',
      },
    )
    everyMinute = async () => works.get('recordings-end')?.({} as never)
  })

  const state = () => service.state(owner, deviceId)
  const report = () => receive(fixReport(imei, clock.now().toISOString()), clock.now())
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

    expect(await service.enable(owner, deviceId, null)).toMatchObject({
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
    expect(sent).toEqual([])
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

  test('is told its owner by e-mail, once', async () => {
    clock.advance(30 * dayMs)
    await everyMinute()
    await everyMinute()
    expect(sent).toHaveLength(1)
    const [to, letter] = sent[0] ?? []
    expect(to).toBe('owner@example.org')
    expect(letter?.subject).toBe('Das Tracking von „Enduro“ ist beendet')
    expect(letter?.text).toContain('hat seit dem 22.12.2026, 09:00 Uhr (deutsche Zeit) keine gültige Lizenz mehr')
    expect(letter?.text).toContain('der Diebstahlalarm ist aus')
    expect(letter?.text).toContain('Von selbst beginnt es nicht wieder.')
    expect(letter?.text).toContain(`https://wegwarte.example/tracking?device=${deviceId}`)
    expect(letter?.text).toContain(`${limits.tracking.retentionDays} Tage`)
  })

  test('is not told where tracking is on again by then, nor of one that is off', async () => {
    await newLicence()
    await assign(deviceId)
    await licences.release({ userId: owner, licenceId: 'next', now: clock.now() })
    await assign(deviceId)
    await service.enable(owner, deviceId, null)
    await everyMinute()
    await service.disable(owner, deviceId)
    await licences.release({ userId: owner, licenceId: 'next', now: clock.now() })
    await everyMinute()
    expect(sent).toEqual([])
    expect((await state()).licenceEndedAt).toBeNull()
  })

  test('is not said any more where consent is withdrawn afterwards', async () => {
    clock.advance(31 * dayMs)
    await everyMinute()
    await service.withdraw(owner, deviceId, false)
    expect((await state()).licenceEndedAt).toBeNull()
  })
})
