import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { consentsLimits } from '#contract/consents/consents-limits.ts'
import { type TrackingPurpose, trackingPurposes } from '#contract/consents/consents.ts'
import type { ProblemCode } from '#contract/base/problem.ts'
import { dayMs, hourMs, minuteMs } from '#contract/base/time-units.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { recordConsent } from '#server/db/shared/consent-ledger.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { storedPositions } from '#server/features/history/testing/stored-positions.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { fixReport, putTracker } from '#server/features/reception/testing/trackers.ts'
import { type Job, mailJob, type Queue } from '#server/jobs/jobs.ts'
import { expectQueued } from '#server/jobs/testing/expect-queued.ts'
import { refusingQueue } from '#server/jobs/testing/no-queue.ts'
import type { Email } from '#server/mail/mailer.ts'
import { createConsentRenewalStore } from './consent-renewal.store.ts'
import { createLicenceEndStore } from './licence-end.store.ts'
import { registerTrackingJobs } from './tracking.jobs.ts'
import { createTrackingService, type TrackingService } from './tracking.service.ts'
import { createTrackingStore } from './tracking.store.ts'

const start = '2026-11-22T12:00:00.000Z'
const imei = '350000000000001'
const shown = (purpose: TrackingPurpose, version = currentVersion(purpose)) => ({ purpose, version })
const refused = (code: ProblemCode) => expect.objectContaining({ code })

describeOnBothDatabases('consent to tracking', (database, connection) => {
  const positions = createPositionsStore(database)
  const { receive } = createReceptionService({
    store: createReceptionStore(database, null),
    log: pino({ level: 'silent' }),
  })
  let clock: TestClock
  let service: TrackingService
  let deviceId: string

  beforeEach(async () => {
    clock = clockAt(start)
    service = createTrackingService({ store: createTrackingStore(database), positions, clock })
    deviceId = await putTracker(database, clock.now(), { imei, mode: null, licenceDays: 300 })
  })

  const ledger = async () => {
    const rows = await database.selectFrom('consents').selectAll().orderBy('id').execute()
    return rows.map(({ purpose, given, version, actor }) => [purpose, given, version, actor])
  }
  const states = async () => (await service.state(deviceId)).consents.map(({ state }) => state)
  const report = (at: Date) => receive(fixReport(imei, at.toISOString()), clock.now())

  describe('by purpose', () => {
    test('covers both where no mode is chosen, and later those of the mode', async () => {
      await service.consent(deviceId, true)
      await service.enable(deviceId, 'MOVEMENT')
      await service.withdraw(deviceId, false)
      await service.consent(deviceId, true)
      expect(await ledger()).toEqual([
        ['theft-alarm', true, 2, 'owner'],
        ['movement-profile', true, 2, 'owner'],
        ['theft-alarm', false, 2, 'owner'],
        ['movement-profile', false, 2, 'owner'],
        ['movement-profile', true, 2, 'owner'],
      ])
    })

    test('lets only the modes start that it covers', async () => {
      const state = await service.consent(deviceId, true, [shown('theft-alarm')])
      expect(state.consents).toEqual([
        { purpose: 'theft-alarm', state: 'given', at: start, version: 2 },
        { purpose: 'movement-profile', state: 'never', at: null, version: null },
      ])
      await expect(service.enable(deviceId, 'BOTH')).rejects.toEqual(refused('CONSENT_REQUIRED'))
      await expect(service.enable(deviceId, 'MOVEMENT')).rejects.toEqual(refused('CONSENT_REQUIRED'))
      expect(await service.enable(deviceId, 'THEFT')).toMatchObject({ trackingEnabled: true })
    })

    test('is written down once, however often it is given or withdrawn', async () => {
      await Promise.all([1, 2, 3].map(() => service.consent(deviceId, true)))
      await Promise.all([1, 2, 3].map(() => service.withdraw(deviceId, false)))
      expect(await ledger()).toHaveLength(4)
    })

    test('is refused to a text that is no longer today’s, with nothing written', async () => {
      const former = service.consent(deviceId, true, [shown('theft-alarm'), shown('movement-profile', 1)])
      await expect(former).rejects.toEqual(refused('CONSENT_TEXT_CHANGED'))
      expect(await ledger()).toEqual([])
    })

    test.each([
      ['movement-profile', 'THEFT'],
      ['theft-alarm', 'MOVEMENT'],
    ] as const)('once withdrawn for %s leaves the mode %s running', async (purpose, mode) => {
      await service.consent(deviceId, true)
      await service.enable(deviceId, 'BOTH')
      await report(clock.now())
      clock.advance(minuteMs)
      expect(await service.withdraw(deviceId, false, [purpose])).toMatchObject({
        trackingEnabled: true,
        settings: { trackingMode: mode, consentGiven: true },
        deleted: 0,
      })
      clock.advance(minuteMs)
      expect(await report(clock.now())).toBe('STORED')
      expect(await storedPositions(positions, deviceId, clock.now())).toHaveLength(2)
      const left = trackingPurposes.filter((one) => one !== purpose)
      expect(await service.withdraw(deviceId, true, left)).toMatchObject({ trackingEnabled: false, deleted: 2 })
      expect(await states()).toEqual(['withdrawn', 'withdrawn'])
    })

    test('that was given again does not cover what was measured in between', async () => {
      await service.consent(deviceId, true)
      await service.withdraw(deviceId, false, ['movement-profile'])
      const between = clock.now()
      clock.advance(hourMs)
      await service.consent(deviceId, true)
      await service.enable(deviceId, 'MOVEMENT')
      expect(await report(between)).toBe('TRACKING_OFF')
      await service.disable(deviceId)
      await service.enable(deviceId, 'BOTH')
      // The theft alarm was consented to all the time.
      expect(await report(between)).toBe('STORED')
    })
  })

  describe('to a former text', () => {
    const grace = consentsLimits.askedAnewDays * dayMs
    let sent: [to: string, message: Email][]
    let everyHour: () => Promise<void>

    beforeEach(async () => {
      sent = []
      const works = new Map<string, (data: never) => Promise<void>>()
      const queued: (() => Promise<void> | undefined)[] = []
      registerTrackingJobs(
        {
          on: <Data>(kind: Job<Data>, work: (data: Data, id: string) => Promise<void>) =>
            void works.set(kind.name, (data) => work(data, kind.name)),
          every: (kind, _, work) => void works.set(kind.name, work),
          enqueue: async (_writing, kind, data) => void queued.push(() => works.get(kind.name)?.(data as never)),
        },
        {
          licenceEnds: createLicenceEndStore(database),
          renewals: createConsentRenewalStore(database),
          service,
          mailer: { send: async (to, message) => void sent.push([to, message]) },
          clock,
          publicUrl: 'https://wegwarte.example',
        },
      )
      everyHour = async () => {
        await works.get('consents-renewal')?.({} as never)
        for (const work of queued.splice(0)) await work()
      }
      await consentTo(1, deviceId)
      await database
        .insertInto('tracking_settings')
        .values({
          device_id: deviceId,
          enabled: true,
          mode: 'BOTH',
          consent_given: true,
          consent_at: clock.now(),
          enabled_at: clock.now(),
        })
        .execute()
    })

    async function consentTo(version: number, deviceId: string) {
      for (const purpose of trackingPurposes) {
        const said = { userId: 'owner', deviceName: 'Enduro', given: true, actor: 'owner', at: clock.now() } as const
        await recordConsent(database, { ...said, deviceId, purpose, version })
      }
    }

    test('is asked about once by e-mail, while tracking goes on', async () => {
      await everyHour()
      clock.advance(hourMs)
      await everyHour()
      expect(sent.map(([to, { subject }]) => [to, subject])).toEqual([
        ['owner@example.org', 'Bitte willigen Sie noch einmal in das Tracking ein'],
      ])
      expect(sent[0]?.[1].text).toContain('„Enduro“')
      expect(sent[0]?.[1].text).toContain('22.12.2026')
      expect(await service.state(deviceId)).toMatchObject({
        trackingEnabled: true,
        settings: { consentGiven: true },
        renewConsentBy: new Date(Date.parse(start) + grace).toISOString(),
      })
      expect(await states()).toEqual(['asked-anew', 'asked-anew'])
      expect(await report(clock.now())).toBe('STORED')
    })

    test('of several devices is asked about in one e-mail', async () => {
      const other = await putTracker(database, clock.now(), { imei: '350000000000002', mode: 'THEFT' })
      await consentTo(1, other)
      await everyHour()
      expect(sent).toHaveLength(1)
      expect(sent[0]?.[1].text).toContain('„Enduro“ und „Enduro“')
    })

    test('ends as if withdrawn when nobody answers in time; what is stored stays', async () => {
      await everyHour()
      clock.advance(grace - minuteMs)
      await report(clock.now())
      await everyHour()
      expect((await service.state(deviceId)).trackingEnabled).toBe(true)
      clock.advance(minuteMs)
      await everyHour()
      expect(await service.state(deviceId)).toMatchObject({
        trackingEnabled: false,
        settings: { consentGiven: false, consentTimestamp: null },
        renewConsentBy: null,
      })
      expect((await ledger()).slice(-2)).toEqual([
        ['theft-alarm', false, 1, 'product'],
        ['movement-profile', false, 1, 'product'],
      ])
      const listed = await database.selectFrom('activities').select(['kind', 'actor', 'device_id']).execute()
      expect(listed).toEqual([{ kind: 'tracking-consent-ended', actor: 'product', device_id: deviceId }])
      clock.advance(minuteMs)
      expect(await report(clock.now())).toBe('TRACKING_OFF')
      expect(await storedPositions(positions, deviceId, clock.now())).toHaveLength(1)
    })

    test('is answered while tracking goes on, which ends no past', async () => {
      await everyHour()
      const before = clock.now()
      clock.advance(hourMs)
      const answered = await service.consent(deviceId, true)
      expect(answered).toMatchObject({ trackingEnabled: true, renewConsentBy: null })
      expect(answered.settings.consentTimestamp).toBe(clock.now().toISOString())
      expect(await report(before)).toBe('STORED')
      clock.advance(grace * 2)
      await everyHour()
      expect((await service.state(deviceId)).trackingEnabled).toBe(true)
      await expect(service.consent(deviceId, true)).rejects.toEqual(refused('TRACKING_ACTIVE'))
    })

    test('answered for one purpose ends only the other', async () => {
      await everyHour()
      await service.consent(deviceId, true, [shown('theft-alarm')])
      clock.advance(grace)
      await everyHour()
      expect(await service.state(deviceId)).toMatchObject({
        trackingEnabled: true,
        settings: { trackingMode: 'THEFT' },
      })
      expect(await states()).toEqual(['given', 'withdrawn'])
    })

    test('does not let tracking start again once it is off', async () => {
      await service.disable(deviceId)
      expect((await service.state(deviceId)).settings.consentGiven).toBe(false)
      await expect(service.enable(deviceId, 'BOTH')).rejects.toEqual(refused('CONSENT_REQUIRED'))
      await everyHour()
      expect(sent).toEqual([])
    })

    test('is noted as asked about with the e-mail, or there is neither; and not a second time', async () => {
      await database.updateTable('tracking_settings').set({ consent_renewal_email_pending: true }).execute()
      const mail = mailJob('renewal-mail', z.object({ userId: z.string() }))
      const settle = (queue: Queue) =>
        createConsentRenewalStore(database).settle('owner', (writing) =>
          queue.enqueue(writing, mail, { userId: 'owner' }),
        )
      await expectQueued(connection, settle, [mail, { userId: 'owner' }])
      await settle(refusingQueue)
    })

    test('leaves no e-mail to send once it is answered', async () => {
      await everyHour()
      await service.consent(deviceId, true)
      expect(await createConsentRenewalStore(database).request('owner')).toBeNull()
    })
  })
})
