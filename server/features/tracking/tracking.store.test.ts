import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { serverLimits } from '#contract/server-limits.ts'
import { trackFormats } from '#contract/tracking.ts'
import { positionsIn } from '#domain/position-page.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Position } from '#contract/tracking.ts'
import { createPositionsStore } from './positions.store.ts'
import { createReceptionService } from './reception.service.ts'
import { createReceptionStore, keepPositions, type NewPosition } from './reception.store.ts'
import { fixReport, putTracker } from './testing/trackers.ts'
import { createTrackingService, type TrackingService } from './tracking.service.ts'
import { createTrackingStore } from './tracking.store.ts'

const start = '2026-03-29T12:00:00.000Z'
const imei = '350000000000001'
const log = pino({ level: 'silent' })
const dayMs = 24 * 60 * 60_000
const staying = new AbortController().signal

describeOnBothDatabases('tracking', (database) => {
  let clock: TestClock
  let service: TrackingService
  let receive: ReturnType<typeof createReceptionService>['receive']
  let deviceId: string

  beforeEach(async () => {
    clock = clockAt(start)
    receive = createReceptionService({ store: createReceptionStore(database, null), log }).receive
    service = createTrackingService({
      store: createTrackingStore(database),
      positions: createPositionsStore(database),
      receive,
      clock,
    })
    deviceId = await putTracker(database, clock.now(), { imei, mode: null })
  })

  const refused = (code: ProblemCode) => expect.objectContaining({ code })
  const historyOf = async (range: { start: string; end: string }, maxPoints?: number) => {
    const { pages, ...facts } = await service.history('owner', deviceId, { ...range, maxPoints }, staying)
    const positions: Position[] = []
    for await (const page of pages) positions.push(...positionsIn(page))
    return { positions, ...facts }
  }
  const stored = async () => (await historyOf(lastDay())).positions
  const lastDay = () => ({
    start: new Date(clock.now().getTime() - dayMs).toISOString(),
    end: clock.now().toISOString(),
  })
  const switchOn = async () => {
    await service.consent('owner', deviceId, true)
    return service.enable('owner', deviceId, 'BOTH')
  }

  test('is off without consent and mode until the owner decides', async () => {
    expect(await service.state('owner', deviceId)).toEqual({
      trackingEnabled: false,
      licenceEndedAt: null,
      settings: { trackingMode: null, consentGiven: false, consentTimestamp: null },
    })
  })

  test('goes on with consent and a mode, off again, and remembers both', async () => {
    await expect(service.enable('owner', deviceId, 'THEFT')).rejects.toEqual(refused('CONSENT_REQUIRED'))
    await service.consent('owner', deviceId, true)
    await expect(service.enable('owner', deviceId, null)).rejects.toEqual(refused('MODE_REQUIRED'))
    const settings = { trackingMode: 'THEFT', consentGiven: true, consentTimestamp: start }
    expect(await service.enable('owner', deviceId, 'THEFT')).toMatchObject({ trackingEnabled: true, settings })
    expect(await service.disable('owner', deviceId)).toMatchObject({ trackingEnabled: false, settings })
    expect(await service.enable('owner', deviceId, null)).toMatchObject({ trackingEnabled: true, settings })
    expect(await service.state('owner', deviceId)).toMatchObject({ trackingEnabled: true, settings })
  })

  test('keeps the time of consent when it is given a second time, and forgets it when it is taken back', async () => {
    await service.consent('owner', deviceId, true)
    clock.advance(60_000)
    expect((await service.consent('owner', deviceId, true)).settings.consentTimestamp).toBe(start)
    expect((await service.consent('owner', deviceId, false)).settings).toMatchObject({
      consentGiven: false,
      consentTimestamp: null,
    })
  })

  test('locks consent and mode while it is on', async () => {
    await switchOn()
    await expect(service.consent('owner', deviceId, false)).rejects.toEqual(refused('TRACKING_ACTIVE'))
    await expect(service.enable('owner', deviceId, 'THEFT')).rejects.toEqual(refused('TRACKING_ACTIVE'))
    expect((await service.state('owner', deviceId)).settings).toMatchObject({
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
    await service.consent('owner', unlicensed, true)
    await expect(service.enable('owner', unlicensed, 'BOTH')).rejects.toEqual(refused('LICENSE_REQUIRED'))

    await switchOn()
    clock.advance(31 * dayMs)
    expect((await service.state('owner', deviceId)).trackingEnabled).toBe(false)
    expect(await receive(fixReport(imei, clock.now().toISOString()), clock.now())).toBe('TRACKING_OFF')
  })

  test('stores nothing after it was switched off, and what was stored stays', async () => {
    await switchOn()
    await receive(fixReport(imei, '2026-03-29T11:58:00Z'), clock.now())
    await service.disable('owner', deviceId)
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
      expect(await service.withdraw('owner', deviceId, deletePositions)).toEqual({
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
      await service.withdraw('owner', deviceId, true)
      await Promise.all(reports)
      expect(await stored()).toEqual([])
    })
  })

  describe('of somebody else', () => {
    const lastHour = { start: '2026-03-29T11:00:00Z', end: '2026-03-29T12:00:00Z' }
    const calls: [string, (user: string, device: string) => Promise<unknown>][] = [
      ['settings', (user, device) => service.state(user, device)],
      ['enable', (user, device) => service.enable(user, device, 'BOTH')],
      ['disable', (user, device) => service.disable(user, device)],
      ['consent', (user, device) => service.consent(user, device, true)],
      ['withdraw', (user, device) => service.withdraw(user, device, true)],
      ['history', (user, device) => service.history(user, device, lastHour, staying)],
      ['gpx', (user, device) => service.file(user, device, 'gpx', lastHour)],
      ['deleteHistory', (user, device) => service.deleteHistory(user, device, {})],
    ]

    test.each(calls)('%s is forbidden; of no device it is not found', async (_name, call) => {
      await switchOn()
      await receive(fixReport(imei, '2026-03-29T11:58:00Z'), clock.now())
      await expect(call('stranger', deviceId)).rejects.toEqual(refused('FORBIDDEN'))
      await expect(call('owner', 'nothing')).rejects.toEqual(refused('NOT_FOUND'))
      expect((await service.state('owner', deviceId)).trackingEnabled).toBe(true)
      expect(await stored()).toHaveLength(1)
    })
  })

  describe('the history', () => {
    test('shows nothing older than fourteen days, even before it is deleted', async () => {
      await switchOn()
      await receive(fixReport(imei, '2026-03-15T12:00:30Z'), clock.now())
      await receive(fixReport(imei, '2026-03-20T12:00:00Z'), clock.now())
      clock.advance(60_000)
      const { positions } = await historyOf({ start: '2026-03-15T12:00:00Z', end: '2026-03-29T12:00:00Z' })
      expect(positions.map(({ recordedAt }) => recordedAt)).toEqual(['2026-03-20T12:00:00.000Z'])
    })

    test.each([
      ['whole', undefined],
      ['as a simpler line', 2],
    ])('%s tells when the oldest shown will be deleted', async (_name, maxPoints) => {
      expect(await historyOf(lastDay(), maxPoints)).toMatchObject({ oldestDeletedAt: null })
      await switchOn()
      for (const time of ['11:10', '11:00', '11:20'])
        await receive(fixReport(imei, `2026-03-29T${time}:00Z`), clock.now())
      expect(await historyOf(lastDay(), maxPoints)).toMatchObject({ oldestDeletedAt: '2026-04-12T11:00:00.000Z' })
      expect(await historyOf({ start: '2026-03-29T11:05:00Z', end: start }, maxPoints)).toMatchObject({
        oldestDeletedAt: '2026-04-12T11:10:00.000Z',
      })
    })

    test('is a simpler line where fewer points are asked for, and says so', async () => {
      await switchOn()
      for (let index = 0; index < 40; index += 1) {
        const at = new Date(clock.now().getTime() - (40 - index) * 60_000).toISOString()
        const place = { latitude: 49 + index / 1000, longitude: 8 + (index % 7) / 1000 }
        await receive(fixReport(imei, at, place), clock.now())
      }
      const whole = await historyOf(lastDay())
      const line = await historyOf(lastDay(), 10)
      expect(whole).toMatchObject({ truncated: false, positions: { length: 40 } })
      expect(line).toMatchObject({ truncated: true, positions: { length: 10 } })
      expect([line.positions[0], line.positions.at(-1)]).toEqual([whole.positions[0], whole.positions.at(-1)])
      expect((await historyOf(lastDay(), 40)).truncated).toBe(false)
    })

    test.each([
      ['ends before it starts', '2026-03-29T12:00:00Z', '2026-03-29T11:00:00Z'],
      ['is longer than positions are kept', '2026-03-01T12:00:00Z', '2026-03-29T12:00:00Z'],
    ])('is refused for a range that %s, with the field', async (_name, from, end) => {
      const answer = service.history('owner', deviceId, { start: from, end }, staying)
      await expect(answer).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { fields: { end: expect.any(String) } },
      })
    })

    test('is deleted as asked', async () => {
      await switchOn()
      for (const time of ['11:00', '11:10', '11:20'])
        await receive(fixReport(imei, `2026-03-29T${time}:00Z`), clock.now())
      expect(await service.deleteHistory('owner', deviceId, { start: '2026-03-29T11:15:00Z' })).toEqual({
        deleted: 1,
        span: { start: '2026-03-29T11:20:00.000Z', end: '2026-03-29T11:20:00.000Z' },
        deletedAt: start,
      })
      await expect(
        service.deleteHistory('owner', deviceId, { start: '2026-03-29T11:15:00Z', end: '2026-03-29T11:15:00Z' }),
      ).rejects.toEqual(refused('VALIDATION_ERROR'))
      expect(await service.deleteHistory('owner', deviceId, {})).toEqual({
        deleted: 2,
        span: { start: '2026-03-29T11:00:00.000Z', end: '2026-03-29T11:10:00.000Z' },
        deletedAt: start,
      })
      expect(await service.deleteHistory('owner', deviceId, {})).toEqual({ deleted: 0, span: null, deletedAt: start })
    })
  })

  describe('the GPX file', () => {
    test('is there only where positions are', async () => {
      expect(await service.file('owner', deviceId, 'gpx', lastDay())).toBeNull()
    })

    test.each([
      ['2026-03-28T23:30:00Z', '2026-03-29'],
      ['2026-03-28T22:30:00Z', '2026-03-28'],
    ])('is named after the German day of the end of its range (%s: %s)', async (end, day) => {
      await switchOn()
      await receive(fixReport(imei, '2026-03-28T20:00:00Z'), clock.now())
      const file = await service.file('owner', deviceId, 'gpx', { start: '2026-03-28T00:00:00Z', end })
      expect(file?.fileName).toBe(`device_${deviceId}_${day}.gpx`)
    })
  })

  test('a file of a long history is read from the database only as fast as its reader takes it', async () => {
    const pages = 3
    await fillHistory(pages * limits.tracking.historyPageRows)
    let asked = 0
    const stored = createPositionsStore(database)
    const counted: typeof stored = {
      ...stored,
      async *history(...range) {
        for await (const page of stored.history(...range)) {
          asked += 1
          yield page
        }
      },
    }
    const counting = createTrackingService({ store: createTrackingStore(database), positions: counted, receive, clock })
    for (const format of trackFormats) {
      asked = 0
      const file = await counting.file('owner', deviceId, format, lastDay())
      if (file === null || Buffer.isBuffer(file.content)) throw new Error('Expected a file in pieces.')
      const reader = Readable.from(file.content)
      await once(reader, 'readable')
      // Whatever the file would have asked for by now is answered before these.
      for (let others = 0; others < 2 * pages; others += 1) await service.latest('owner', deviceId)
      expect(asked).toBeLessThan(pages)
      for await (const piece of reader) expect(String(piece)).not.toBe('')
      expect(asked).toBe(pages)
    }
  })

  test('of simpler lines only a few are made at a time, and none for who has left', async () => {
    await fillHistory(3)
    const { linesAtOnce } = serverLimits.tracking
    const stored = createPositionsStore(database)
    const [goOn, allBegun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let [begun, running, most] = [0, 0, 0]
    const counted: typeof stored = {
      ...stored,
      async *history(...range) {
        begun += 1
        running += 1
        most = Math.max(most, running)
        if (begun === linesAtOnce) allBegun.resolve()
        await goOn.promise
        yield* stored.history(...range)
        running -= 1
      },
    }
    const counting = createTrackingService({ store: createTrackingStore(database), positions: counted, receive, clock })
    const ask = (hasLeft: AbortSignal) => counting.history('owner', deviceId, { ...lastDay(), maxPoints: 2 }, hasLeft)
    const lines = Array.from({ length: 3 * linesAtOnce }, () => ask(staying))
    const leaving = new AbortController()
    const left = expect(ask(leaving.signal)).rejects.toThrow('aborted')
    leaving.abort()
    await allBegun.promise
    // What is not a line waits for none of them.
    expect(await service.latest('owner', deviceId)).not.toBeNull()
    goOn.resolve()
    for (const { truncated } of await Promise.all(lines)) expect(truncated).toBe(true)
    await left
    expect({ begun, most }).toEqual({ begun: lines.length, most: linesAtOnce })
  })

  /** One position a second up to now. */
  async function fillHistory(count: number): Promise<void> {
    const end = clock.now().getTime()
    const positions = Array.from({ length: count }, (_, index) =>
      positionOf(deviceId, new Date(end - (count - index) * 1000)),
    )
    await database.transaction().execute((transaction) => keepPositions(transaction, positions))
  }

  describe('a position told over the API', () => {
    const place = { latitude: 49.5, longitude: 8.25 }
    const owner = { kind: 'user' as const, user: userOf('owner'), sessionId: 's' }

    test.each([
      ['its owner', owner],
      ['the device itself', { kind: 'device' as const, deviceId: `device-${imei}`, imei }],
    ])('by %s is stored like any other', async (_name, caller) => {
      await switchOn()
      expect(await service.report(caller, deviceId, { ...place, accuracy: 12.5 })).toEqual({ stored: true })
      expect(await stored()).toEqual([{ ...place, accuracy: 12.5, recordedAt: start }])
    })

    test('that is not stored is answered with the reason', async () => {
      expect(await service.report(owner, deviceId, place)).toEqual({ stored: false, reason: 'TRACKING_OFF' })
      await switchOn()
      const told = { ...place, recordedAt: '2026-03-29T13:58:00+02:00' }
      expect(await service.report(owner, deviceId, told)).toEqual({ stored: true })
      expect(await service.report(owner, deviceId, told)).toEqual({ stored: false, reason: 'DUPLICATE' })
      expect(await service.report(owner, deviceId, { latitude: 0, longitude: 0 })).toEqual({
        stored: false,
        reason: 'NO_FIX',
      })
    })

    test.each([
      ['a stranger', { kind: 'user' as const, user: userOf('stranger'), sessionId: 's' }],
      ['another device', { kind: 'device' as const, deviceId: 'other', imei: '1' }],
    ])('by %s is refused', async (_name, caller) => {
      await expect(service.report(caller, deviceId, place)).rejects.toEqual(refused('FORBIDDEN'))
      await expect(service.report(caller, 'nothing', place)).rejects.toEqual(refused('NOT_FOUND'))
    })
  })
})

function userOf(id: string) {
  return {
    id,
    email: `${id}@example.org`,
    createdAt: start,
    emailVerified: true,
    imeiVerified: true,
    demo: false,
  }
}

function positionOf(deviceId: string, recordedAt: Date): NewPosition {
  return {
    deviceId,
    recordedAt,
    receivedAt: recordedAt,
    latitude: 49 + (recordedAt.getTime() % 1e6) / 1e6,
    longitude: 8.4037,
    accuracy: 5,
    altitude: 115,
    speed: 50,
    course: 90,
    flag: null,
  }
}
