import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { keepPositions } from './stored-positions.ts'

const start = new Date('2026-06-01T08:00:00.000Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
const position = (deviceId: string, minutes: number) => ({
  deviceId,
  recordedAt: after(minutes),
  receivedAt: after(minutes),
  latitude: 49,
  longitude: 8.4,
  accuracy: null,
  altitude: null,
  speed: null,
  course: null,
  flag: null,
})

describeOnBothDatabases('what is asked about the positions of one device', (database) => {
  let mine: string
  beforeEach(async () => {
    mine = await putTracker(database, start, { imei: '350000000000001' })
    const others = await putTracker(database, start, { imei: '350000000000002', owner: 'stranger' })
    await database
      .transaction()
      .execute((transaction) =>
        keepPositions(transaction, [
          ...[0, 10, 20].map((minutes) => position(mine, minutes)),
          ...[5, 15, 25].map((minutes) => position(others, minutes)),
        ]),
      )
  })

  test.each([
    { from: 0, until: 20, newest: 20, count: 3 },
    { from: 0, until: 19, newest: 10, count: 2 },
    { from: 10, until: 10, newest: 10, count: 1 },
    { from: 11, until: 19, newest: null, count: 0 },
  ])('from $from to $until, both inclusive', async ({ from, until, newest, count }) => {
    const { rows } = await sql`
      select has_position(${mine}, ${after(from)}, ${after(until)}) as has,
        count_positions(${mine}, ${after(from)}, ${after(until)}) as count,
        (select recorded_at from newest_position(${mine}, ${after(from)}, ${after(until)})) as newest`.execute(database)
    expect(rows).toEqual([{ has: count > 0, count, newest: newest === null ? null : after(newest) }])
  })

  test('the one of a moment, if it is its own', async () => {
    const { rows } = await sql`
      select (select recorded_at from position_at(${mine}, ${after(10)})) as own,
        (select recorded_at from position_at(${mine}, ${after(15)})) as others`.execute(database)
    expect(rows).toEqual([{ own: after(10), others: null }])
  })
})
