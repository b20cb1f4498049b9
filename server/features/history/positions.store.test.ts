import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs, dayMs, dayMinutes } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { metresPerDegree } from '#domain/geo/geo.ts'
import { positionsIn } from '#domain/history/position-page.ts'
import { retainedSince } from '#domain/history/retention.ts'
import { describeOnBothDatabases, describeOnPostgres } from '#server/db/testing/databases.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { untilAnyoneWaits } from '#server/db/testing/waiting.ts'
import { historyJson } from './history-json.ts'
import { createPositionsStore } from './positions.store.ts'
import type { NewPosition } from '#domain/reception/judgement.ts'
import { keepPositions } from '#server/db/positions/stored-positions.ts'

const now = new Date('2026-03-29T12:00:00.000Z')

describeOnBothDatabases('stored positions', (database) => {
  const positions = createPositionsStore(database)

  const keep = (deviceId: string, times: readonly string[]) =>
    database.transaction().execute((transaction) => keepPositions(transaction, times.map(positionAt(deviceId))))
  const historyOf = async (deviceId: string, start: string, end: string) => {
    const times: string[] = []
    for await (const page of positions.history(deviceId, new Date(start), new Date(end))) {
      times.push(...positionsIn(page).map(({ recordedAt }) => recordedAt))
    }
    return times
  }

  const times = ['2026-03-28T23:59:59.999Z', '2026-03-29T00:00:00.000Z', '2026-03-29T01:00:00.000Z']
  beforeEach(() => keep('mine', times))

  test.each([
    ['from its start to its end, both included', times[0], times[2], times],
    ['within it', times[1], '2026-03-29T00:59:59.999Z', [times[1]]],
    ['before the first', '2026-03-28T00:00:00Z', '2026-03-28T23:59:59.998Z', []],
  ])('are given of a range %s, and of no other device', async (_name, start = '', end = '', expected) => {
    await keep('others', times)
    expect(await historyOf('mine', start, end)).toEqual(expected)
  })

  test.each([
    ['first of its range, both ends included', times[0], times[2], times[0]],
    ['next one, where the first lies before it', times[1], times[2], times[1]],
    ['none, where nothing is stored', '2026-03-28T00:00:00Z', '2026-03-28T23:59:59.998Z', null],
  ])('have an oldest: the %s, and of no other device', async (_name, start = '', end = '', expected) => {
    await keep('others', ['2026-03-28T12:00:00.000Z', '2026-03-29T00:30:00.000Z'])
    const oldest = await positions.oldest('mine', new Date(start), new Date(end))
    expect(oldest?.toISOString() ?? null).toBe(expected)
  })

  test('say of each day whether the vehicle was ridden: not by a single fix elsewhere', async () => {
    const rides = async (day: string, kilometres: readonly number[]) =>
      database.transaction().execute((transaction) =>
        keepPositions(
          transaction,
          kilometres.map((north, minute) => ({
            ...positionAt('rider')(`${day}T10:${String(minute).padStart(2, '0')}:00.000Z`),
            latitude: 49 + (north * 1000) / metresPerDegree,
          })),
        ),
      )
    const still = (minutes: number) => Array.from({ length: minutes }, () => 0)
    await rides('2026-03-23', [...still(11), 0.4, 0.8, 1.2, 0.8, 0.6, 0.4, ...still(20)])
    await rides('2026-03-24', [...still(10), 400, ...still(20)])
    await rides('2026-03-25', [0, 0.01, 0, 0.02, 0])
    await rides('2026-03-26', [0, 0, 0, 0, 0, 3, 6, 9, 9])
    await rides('2026-03-27', [0, 0, 400, 0, 0])
    const dayOf = (day: string) => ({ day, start: new Date(`${day}T00:00:00Z`), end: new Date(`${day}T10:58:00Z`) })
    const days = ['2026-03-28', '2026-03-27', '2026-03-26', '2026-03-25', '2026-03-24', '2026-03-23'].map(dayOf)
    expect(await positions.days('rider', days)).toEqual([
      { day: '2026-03-27', ridden: false },
      { day: '2026-03-26', ridden: true },
      { day: '2026-03-25', ridden: false },
      { day: '2026-03-24', ridden: false },
      { day: '2026-03-23', ridden: true },
    ])
    expect(await positions.days('nobody', days)).toEqual([])
    // A day ends before the next one begins, also for what is looked at beside a fix.
    const [before] = await positions.days('rider', [{ ...dayOf('2026-03-26'), end: new Date('2026-03-26T10:06:00Z') }])
    expect(before).toEqual({ day: '2026-03-26', ridden: false })
  })

  test('have an outline: of each of equal parts of a range the first one, both ends included, and of no other device', async () => {
    const time = (minute: number) => `2026-03-28T10:${String(minute).padStart(2, '0')}:00.000Z`
    await keep('outlined', [9, 10, 11, 19, 20, 29, 45, 50, 51].map(time))
    await keep('others', [30, 31].map(time))
    const outlineOf = async (deviceId: string, from: number, to: number) => {
      const page = await positions.outline(deviceId, new Date(time(from)), new Date(time(to)), 4)
      return page === null ? null : positionsIn(page).map(({ recordedAt }) => recordedAt)
    }
    expect(await outlineOf('outlined', 10, 50)).toEqual([10, 20, 45, 50].map(time))
    expect(await outlineOf('outlined', 52, 59)).toBeNull()
    // What is kept may begin after a range has ended.
    expect(await outlineOf('outlined', 50, 10)).toBeNull()
  })

  test('are given page by page, each once', async () => {
    const count = 2 * trackingLimits.historyPageRows + 1
    const start = now.getTime() - count * 1000
    await keep(
      'busy',
      Array.from({ length: count }, (_, index) => new Date(start + index * 1000).toISOString()),
    )
    const pages: number[] = []
    let last = -Infinity
    for await (const { times } of positions.history('busy', new Date(start), now)) {
      pages.push(times.length)
      expect(times[0]).toBeGreaterThan(last)
      last = times.at(-1) ?? NaN
    }
    expect(pages).toEqual([trackingLimits.historyPageRows, trackingLimits.historyPageRows, 1])
  })

  test('are given exactly as they were kept, all of them, the latest, or written for an answer', async () => {
    const kept = [
      { latitude: 1e-7, longitude: -179.9999999, recordedAt: '2026-03-29T11:59:59.001Z' },
      { latitude: 49.123456789012, longitude: 8, recordedAt: '2026-03-29T11:59:59.999Z', accuracy: 0.01, speed: 18.52 },
      { latitude: -90, longitude: 180, recordedAt: now.toISOString(), altitude: -3.5, course: 359.99, flag: 'MOCK' },
    ] as const
    const all = kept.map((position) => ({
      ...unmeasured,
      deviceId: 'exact',
      ...position,
      recordedAt: new Date(position.recordedAt),
    }))
    await database.transaction().execute((transaction) => keepPositions(transaction, all))
    const read = []
    for await (const page of positions.history('exact', retainedSince(now), now)) read.push(...positionsIn(page))
    expect(read).toEqual(kept)
    expect(await positions.latest('exact', { since: retainedSince(now), until: now })).toEqual(kept.at(-1))
    const pages = positions.writtenHistory('exact', retainedSince(now), now)
    let json = ''
    for await (const piece of historyJson({ pages, truncated: false, oldestDeletedAt: null })) json += piece
    // The answer names no altitude.
    const answered = kept.map((position) => ({ ...position, altitude: undefined }))
    expect(JSON.parse(json)).toEqual({ positions: answered, truncated: false, oldestDeletedAt: null })
  })

  test('have a latest one by fix time, whatever arrived last', async () => {
    await keep('mine', ['2026-03-28T12:00:00.000Z'])
    expect(await positions.latest('mine', { since: retainedSince(now), until: now })).toMatchObject({
      recordedAt: times[2],
    })
    expect(await positions.latest('mine', { since: now, until: now })).toBeNull()
  })

  describe('when they are deleted', () => {
    test.each([
      ['all', null, null, [], 3],
      ['from an instant on', times[1], null, [times[0]], 2],
      ['up to an instant', null, times[1], [times[2]], 2],
      ['in a range', times[1], times[1], [times[0], times[2]], 1],
    ])('%s, leave nothing of what was meant and everything else', async (_name, start, end, left, deleted) => {
      await keep('others', times)
      const range = { start: start ? new Date(start) : null, end: end ? new Date(end) : null }
      expect(await positions.remove('mine', range)).toMatchObject({ count: deleted })
      expect(await historyOf('mine', '2026-03-28T00:00:00Z', '2026-03-30T00:00:00Z')).toEqual(left)
      expect(await historyOf('others', '2026-03-28T00:00:00Z', '2026-03-30T00:00:00Z')).toEqual(times)
    })

    test('go in portions, however many they are', async () => {
      const count = trackingLimits.historyPageRows + 5
      await keep(
        'busy',
        Array.from({ length: count }, (_, index) => new Date(now.getTime() - index * 1000).toISOString()),
      )
      expect(await positions.remove('busy', { start: null, end: null })).toEqual({
        count,
        oldest: new Date(now.getTime() - (count - 1) * 1000),
        newest: now,
      })
    })
  })

  describe('older than fourteen days', () => {
    const oldest = retainedSince(now)
    const around = [-3 * dayMinutes, -dayMinutes, -1, 0, 1].map((minutes) =>
      new Date(oldest.getTime() + minutes * minuteMs).toISOString(),
    )

    test('are deleted, whole days with their partition, the rest of a day row by row', async () => {
      await keep('old', around)
      const before = await partitions()
      expect(await positions.expire(oldest)).toEqual({ days: 2, positions: 1 })
      expect(await historyOf('old', '2026-01-01T00:00:00Z', now.toISOString())).toEqual(around.slice(3))
      expect(before.filter((name) => !name.startsWith('positions_2026031'))).toEqual(
        (await partitions()).filter((name) => !name.startsWith('positions_2026031')),
      )
      expect((await partitions())[0]).toBe('positions_20260315')
    })

    test('go in portions, however many of a day they are', async () => {
      const count = trackingLimits.historyPageRows + 5
      const firstMs = oldest.getTime() - count * 1000
      await keep(
        'busy',
        Array.from({ length: count + 1 }, (_, index) => new Date(firstMs + index * 1000).toISOString()),
      )
      expect(await positions.expire(oldest)).toEqual({ days: 0, positions: count })
      expect(await historyOf('busy', '2026-01-01T00:00:00Z', now.toISOString())).toEqual([oldest.toISOString()])
    })

    test('are gone after one time; a second time finds nothing to do', async () => {
      await keep('old', around)
      await positions.expire(oldest)
      expect(await positions.expire(oldest)).toEqual({ days: 0, positions: 0 })
      expect(await historyOf('mine', times[0] ?? '', times[2] ?? '')).toEqual(times)
    })
  })

  test('of tomorrow have their partition the evening before, and a report finds it', async () => {
    await positions.prepareTomorrow(now)
    await positions.prepareTomorrow(now)
    const tomorrow = new Date(now.getTime() + dayMs).toISOString()
    const name = `positions_${tomorrow.slice(0, 10).replaceAll('-', '')}`
    expect(await partitions()).toContain(name)
    const before = await partitions()
    await keep('early', [tomorrow])
    expect(await partitions()).toEqual(before)
  })

  async function partitions(): Promise<string[]> {
    const found = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'positions'::regclass order by 1`.execute(database)
    return found.rows.map(({ name }) => name)
  }
})

describeOnPostgres('stored positions that somebody else deletes at the same time', (database) => {
  const positions = createPositionsStore(database)
  const portion = trackingLimits.historyPageRows
  const oldest = retainedSince(now)
  const count = 2 * portion

  beforeEach(async () => {
    const firstMs = oldest.getTime() - count * 1000
    const times = Array.from({ length: count }, (_, index) => new Date(firstMs + index * 1000).toISOString())
    await database.transaction().execute((transaction) => keepPositions(transaction, times.map(positionAt('busy'))))
  })

  const deleteOldest = (queries: Queries, limit: number) =>
    sql`delete from positions where recorded_at in (select recorded_at from positions order by 1 limit ${limit})`.execute(
      queries,
    )

  /** Deletes the oldest and commits that only when `work` waits for it. */
  async function meanwhile<T>(deleted: number, work: () => Promise<T>): Promise<T> {
    let working: Promise<T> | undefined
    await database.transaction().execute(async (transaction) => {
      await deleteOldest(transaction, deleted)
      working = work()
      await untilAnyoneWaits(database)
    })
    if (working === undefined) throw new Error('the work has not begun')
    return working
  }

  const left = () => database.selectFrom('positions').select('recorded_at').execute()

  test.each([30, portion])("are all gone after a deletion, where %i of them were the other's", async (others) => {
    const removal = await meanwhile(others, () => positions.remove('busy', { start: null, end: null }))
    expect(removal.count).toBe(count - others)
    expect(await left()).toEqual([])
  })

  test('are all gone when they expire while somebody reads them, and their day the next time', async () => {
    const { days } = await database.transaction().execute(async (transaction) => {
      await transaction.selectFrom('positions').select('device_id').limit(1).execute()
      return positions.expire(new Date(oldest.getTime() + dayMs))
    })
    expect(days).toBe(0)
    expect(await left()).toEqual([])
    expect((await positions.expire(new Date(oldest.getTime() + dayMs))).days).toBeGreaterThan(0)
  })

  test.each([30, portion])(
    'are left to the other when they expire, where %i of them are the other’s',
    async (others) => {
      const { positions: deleted } = await database.transaction().execute(async (transaction) => {
        await deleteOldest(transaction, others)
        return positions.expire(oldest)
      })
      expect(deleted).toBe(count - others)
      expect(await left()).toEqual([])
    },
  )
})

const positionAt =
  (deviceId: string) =>
  (recordedAt: string): NewPosition => ({
    ...unmeasured,
    deviceId,
    recordedAt: new Date(recordedAt),
    latitude: 49.0069,
    longitude: 8.4037,
    accuracy: 5,
    speed: 50,
    course: 90,
  })

const unmeasured = { receivedAt: now, accuracy: null, altitude: null, speed: null, course: null, flag: null }
