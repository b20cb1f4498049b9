import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ProblemCode } from '#contract/base/problem.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { storedPositions } from '#server/features/history/testing/stored-positions.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { fixReport, putTracker } from '#server/features/reception/testing/trackers.ts'
import { createTrackingService, type TrackingService } from './tracking.service.ts'
import { createTrackingStore } from './tracking.store.ts'

const start = '2026-03-29T12:00:00.000Z'
const imei = '350000000000001'
const log = pino({ level: 'silent' })

describeOnBothDatabases('tracking', (database) => {
  const positions = createPositionsStore(database)
  let clock: TestClock
  let service: TrackingService
  let receive: ReturnType<typeof createReceptionService>['receive']
  let deviceId: string

  beforeEach(async () => {
    clock = clockAt(start)
    receive = createReceptionService({ store: createReceptionStore(database, null), log }).receive
    service = createTrackingService({ store: createTrackingStore(database), positions, clock })
    deviceId = await putTracker(database, clock.now(), { imei, mode: null })
  })

  const refused = (code: ProblemCode) => expect.objectContaining({ code })
  const stored = () => storedPositions(positions, deviceId, clock.now())
  const switchOn = async () => {
    await service.consent(deviceId, true)
    return service.enable(deviceId, 'BOTH')
  }

  test('is off without consent and mode until the owner decides', async () => {
    expect(await service.state(deviceId)).toEqual({
      trackingEnabled: false,
      licenceEndedAt: null,
      settings: { trackingMode: null, consentGiven: false, consentTimestamp: null },
      consents: [
        { purpose: 'theft-alarm', state: 'never', at: null, version: null },
        { purpose: 'movement-profile', state: 'never', at: null, version: null },
      ],
      renewConsentBy: null,
    })
  })

  test('goes on with consent and a mode, off again, and remembers both', async () => {
    await expect(service.enable(deviceId, 'THEFT')).rejects.toEqual(refused('CONSENT_REQUIRED'))
    await service.consent(deviceId, true)
    await expect(service.enable(deviceId, null)).rejects.toEqual(refused('MODE_REQUIRED'))
    const settings = { trackingMode: 'THEFT', consentGiven: true, consentTimestamp: start }
    expect(await service.enable(deviceId, 'THEFT')).toMatchObject({ trackingEnabled: true, settings })
    expect(await service.disable(deviceId)).toMatchObject({ trackingEnabled: false, settings })
    expect(await service.enable(deviceId, null)).toMatchObject({ trackingEnabled: true, settings })
    expect(await service.state(deviceId)).toMatchObject({ trackingEnabled: true, settings })
  })

  test('keeps the time of consent when it is given a second time, and deletes it when it is withdrawn', async () => {
    await service.consent(deviceId, true)
    clock.advance(60_000)
    expect((await service.consent(deviceId, true)).settings.consentTimestamp).toBe(start)
    expect((await service.consent(deviceId, false)).settings).toMatchObject({
      consentGiven: false,
      consentTimestamp: null,
    })
  })

  test('locks consent and mode while it is on', async () => {
    await switchOn()
    await expect(service.consent(deviceId, false)).rejects.toEqual(refused('TRACKING_ACTIVE'))
    await expect(service.enable(deviceId, 'THEFT')).rejects.toEqual(refused('TRACKING_ACTIVE'))
    expect((await service.state(deviceId)).settings).toMatchObject({
      trackingMode: 'BOTH',
      consentGiven: true,
    })
  })

  test('needs a licence to start, and ends with it', async () => {
    const unlicensed = await putTracker(database, clock.now(), {
      imei: '350000000000002',
      mode: null,
      licenceDays: null,
    })
    await service.consent(unlicensed, true)
    await expect(service.enable(unlicensed, 'BOTH')).rejects.toEqual(refused('LICENSE_REQUIRED'))

    await switchOn()
    clock.advance(31 * dayMs)
    expect((await service.state(deviceId)).trackingEnabled).toBe(false)
    expect(await receive(fixReport(imei, clock.now().toISOString()), clock.now())).toBe('TRACKING_OFF')
  })

  test('stores nothing after it was switched off, and what was stored stays', async () => {
    await switchOn()
    await receive(fixReport(imei, '2026-03-29T11:58:00Z'), clock.now())
    await service.disable(deviceId)
    expect(await receive(fixReport(imei, '2026-03-29T11:59:00Z'), clock.now())).toBe('TRACKING_OFF')
    expect(await stored()).toHaveLength(1)
  })

  describe('when consent is withdrawn', () => {
    test.each([
      [true, 1, 0],
      [false, 0, 1],
    ])('with positions to delete: %j, ends at once and deletes %i', async (deletePositions, deleted, left) => {
      await switchOn()
      await receive(fixReport(imei, '2026-03-29T11:58:00Z'), clock.now())
      expect(await service.withdraw(deviceId, deletePositions)).toMatchObject({
        trackingEnabled: false,
        licenceEndedAt: null,
        settings: { trackingMode: 'BOTH', consentGiven: false, consentTimestamp: null },
        deleted,
      })
      expect(await stored()).toHaveLength(left)
    })

    test('leaves nothing behind of reports that arrive at the same time', async () => {
      await switchOn()
      const reports = Array.from({ length: 200 }, (_, index) =>
        receive(fixReport(imei, new Date(clock.now().getTime() - index * 1000).toISOString()), clock.now()),
      )
      await service.withdraw(deviceId, true)
      await Promise.all(reports)
      expect(await stored()).toEqual([])
    })
  })

  describe('of a device that was removed after its owner was asked for', () => {
    const calls: [string, (device: string) => Promise<unknown>][] = [
      ['settings', (device) => service.state(device)],
      ['enable', (device) => service.enable(device, 'BOTH')],
      ['disable', (device) => service.disable(device)],
      ['consent', (device) => service.consent(device, true)],
      ['withdraw', (device) => service.withdraw(device, true)],
    ]

    test.each(calls)('%s is not found', async (_name, call) => {
      await switchOn()
      await receive(fixReport(imei, '2026-03-29T11:58:00Z'), clock.now())
      await expect(call('nothing')).rejects.toEqual(refused('NOT_FOUND'))
      expect((await service.state(deviceId)).trackingEnabled).toBe(true)
      expect(await stored()).toHaveLength(1)
    })
  })
})
