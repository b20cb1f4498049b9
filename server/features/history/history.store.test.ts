import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { history, trackFormats } from '#contract/history/history.ts'
import type { ProblemCode } from '#contract/base/problem.ts'
import { minuteMs, dayMs } from '#contract/base/time-units.ts'
import { trackingLimits, trackingServerLimits } from '#contract/tracking/tracking-limits.ts'
import { ride } from '#domain/testing/ride.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import type { NewPosition } from '#domain/reception/judgement.ts'
import { keepPositions } from '#server/db/positions/stored-positions.ts'
import { fixReport, putTracker } from '#server/features/reception/testing/trackers.ts'
import { historyJson } from './history-json.ts'
import { createHistoryService, type HistoryService } from './history.service.ts'
import { createPositionsStore } from './positions.store.ts'

const start = '2026-03-29T12:00:00.000Z'
const imei = '350000000000001'
const log = pino({ level: 'silent' })
const staying = new AbortController().signal

describeOnBothDatabases('of a device that is recorded', (database) => {
  const positions = createPositionsStore(database)
  let clock: TestClock
  let service: HistoryService
  let receive: ReturnType<typeof createReceptionService>['receive']
  let deviceId: string

  beforeEach(async () => {
    clock = clockAt(start)
    receive = createReceptionService({ store: createReceptionStore(database, null), log }).receive
    service = createHistoryService({ positions, hiddenAreas: async () => [], clock })
    deviceId = await putTracker(database, clock.now(), { imei })
  })

  const refused = (code: ProblemCode) => expect.objectContaining({ code })
  const historyOf = async (range: { start: string; end: string }, maxPoints?: number) => {
    let json = ''
    for await (const piece of historyJson(await service.history(deviceId, { ...range, maxPoints }, staying)))
      json += piece
    const reply = z.parse(history.show.reply, JSON.parse(json))
    if (!('positions' in reply)) throw new Error('by columns')
    return reply
  }
  const lastDay = () => ({
    start: new Date(clock.now().getTime() - dayMs).toISOString(),
    end: clock.now().toISOString(),
  })

  describe('the history', () => {
    test('shows nothing older than fourteen days, even before it is deleted', async () => {
      await receive(fixReport(imei, '2026-03-15T12:00:30Z'), clock.now())
      await receive(fixReport(imei, '2026-03-20T12:00:00Z'), clock.now())
      clock.advance(60_000)
      const { positions } = await historyOf({ start: '2026-03-15T12:00:00Z', end: '2026-03-29T12:00:00Z' })
      expect(positions.map(({ recordedAt }) => recordedAt)).toEqual(['2026-03-20T12:00:00.000Z'])
    })

    test('has an outline, also not older than fourteen days; none if nothing is stored', async () => {
      const range = { start: '2026-03-15T12:00:00Z', end: '2026-03-29T12:00:00Z' }
      expect(await service.outline(deviceId, range)).toBeNull()
      for (const time of ['2026-03-15T12:00:30Z', '2026-03-20T12:00:00Z', '2026-03-20T12:01:00Z'])
        await receive(fixReport(imei, time), clock.now())
      clock.advance(60_000)
      const outline = await service.outline(deviceId, range)
      expect(outline?.times.map((time) => new Date(time).toISOString())).toEqual(['2026-03-20T12:00:00.000Z'])
      await expect(service.outline(deviceId, { start, end: start })).rejects.toEqual(refused('VALIDATION_ERROR'))
    })

    test('counts a ride over midnight for the day on which it began, and no other', async () => {
      const kept = ride('2026-03-26T21:00:00Z', [
        { kmh: 0, minutes: 90 },
        { kmh: 60, minutes: 90 },
        { kmh: 0, minutes: 600 },
      ])
      const unmeasured = { altitude: null, speed: null, course: null, flag: null }
      await database.transaction().execute((transaction) =>
        keepPositions(
          transaction,
          kept.map(({ recordedAt, latitude, longitude, accuracy = null }) => {
            const at = new Date(recordedAt)
            return { deviceId, recordedAt: at, receivedAt: at, latitude, longitude, accuracy, ...unmeasured }
          }),
        ),
      )
      expect(await service.days(deviceId)).toEqual([
        { day: '2026-03-27', ridden: false },
        { day: '2026-03-26', ridden: true },
      ])
    })

    test.each([
      ['whole', undefined],
      ['as a simpler line', 2],
    ])('%s says when the oldest shown will be deleted', async (_name, maxPoints) => {
      expect(await historyOf(lastDay(), maxPoints)).toMatchObject({ oldestDeletedAt: null })
      for (const time of ['11:10', '11:00', '11:20'])
        await receive(fixReport(imei, `2026-03-29T${time}:00Z`), clock.now())
      expect(await historyOf(lastDay(), maxPoints)).toMatchObject({ oldestDeletedAt: '2026-04-12T11:00:00.000Z' })
      expect(await historyOf({ start: '2026-03-29T11:05:00Z', end: start }, maxPoints)).toMatchObject({
        oldestDeletedAt: '2026-04-12T11:10:00.000Z',
      })
    })

    test('is a simpler line where fewer points are asked for, and says so', async () => {
      for (let index = 0; index < 40; index += 1) {
        const at = new Date(clock.now().getTime() - (40 - index) * minuteMs).toISOString()
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
      const answer = service.history(deviceId, { start: from, end }, staying)
      await expect(answer).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { fields: { end: expect.any(String) } },
      })
    })

    test('is deleted as asked', async () => {
      for (const time of ['11:00', '11:10', '11:20'])
        await receive(fixReport(imei, `2026-03-29T${time}:00Z`), clock.now())
      expect(await service.remove(deviceId, { start: '2026-03-29T11:15:00Z' })).toEqual({
        deleted: 1,
        span: { start: '2026-03-29T11:20:00.000Z', end: '2026-03-29T11:20:00.000Z' },
        deletedAt: start,
      })
      await expect(
        service.remove(deviceId, { start: '2026-03-29T11:15:00Z', end: '2026-03-29T11:15:00Z' }),
      ).rejects.toEqual(refused('VALIDATION_ERROR'))
      expect(await service.remove(deviceId, {})).toEqual({
        deleted: 2,
        span: { start: '2026-03-29T11:00:00.000Z', end: '2026-03-29T11:10:00.000Z' },
        deletedAt: start,
      })
      expect(await service.remove(deviceId, {})).toEqual({ deleted: 0, span: null, deletedAt: start })
    })
  })

  describe('the GPX file', () => {
    test('is there only where positions are', async () => {
      expect(await service.file({ id: deviceId, name: 'Motorrad', userId: 'owner' }, 'gpx', lastDay(), null)).toBeNull()
    })

    test.each([
      ['2026-03-28T23:30:00Z', '2026-03-29'],
      ['2026-03-28T22:30:00Z', '2026-03-28'],
    ])('is named after the German day of the end of its range (%s: %s)', async (end, day) => {
      await receive(fixReport(imei, '2026-03-28T20:00:00Z'), clock.now())
      const file = await service.file(
        { id: deviceId, name: 'Motorrad', userId: 'owner' },
        'gpx',
        { start: '2026-03-28T00:00:00Z', end },
        null,
      )
      expect(file?.fileName).toBe(`device_${deviceId}_${day}.gpx`)
    })
  })

  test('a file of a long history is read from the database only as fast as its reader takes it', async () => {
    const pages = 3
    await fillHistory(pages * trackingLimits.historyPageRows)
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
    const counting = createHistoryService({ positions: counted, hiddenAreas: async () => [], clock })
    for (const format of trackFormats) {
      asked = 0
      const file = await counting.file({ id: deviceId, name: 'Motorrad', userId: 'owner' }, format, lastDay(), null)
      if (file === null || Buffer.isBuffer(file.content)) throw new Error('Expected a file in pieces.')
      const reader = Readable.from(file.content)
      await once(reader, 'readable')
      // Whatever the file would have requested by now is answered before these.
      for (let others = 0; others < 2 * pages; others += 1) await service.latest(deviceId)
      expect(asked).toBeLessThan(pages)
      for await (const piece of reader) expect(String(piece)).not.toBe('')
      expect(asked).toBe(pages)
    }
  })

  test('of simpler lines only a few are made at a time, and none for who has left', async () => {
    await fillHistory(3)
    const { linesAtOnce } = trackingServerLimits
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
    const counting = createHistoryService({ positions: counted, hiddenAreas: async () => [], clock })
    const ask = (hasLeft: AbortSignal) => counting.history(deviceId, { ...lastDay(), maxPoints: 2 }, hasLeft)
    const lines = Array.from({ length: 3 * linesAtOnce }, () => ask(staying))
    const leaving = new AbortController()
    const left = expect(ask(leaving.signal)).rejects.toThrow('aborted')
    leaving.abort()
    await allBegun.promise
    // What is not a line waits for none of them.
    expect(await service.latest(deviceId)).not.toBeNull()
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
})

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
