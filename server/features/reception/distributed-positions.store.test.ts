import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { distributionServerLimits } from '#contract/limits/distribution-limits.ts'
import { minuteMs, secondMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'
import { describeOnBothDatabases, describeOnPostgres } from '#server/db/testing/databases.ts'
import { keepPositions, storeDistributed } from '#server/db/positions/stored-positions.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { createDevicesStore } from '#server/features/devices/devices.store.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { createVehiclesStore } from '#server/features/vehicles/vehicles.store.ts'
import { isOutage, isPartAway } from '#server/platform/outage.ts'
import { signOfLife } from '#server/protocols/protocol.ts'
import { createReceptionService } from './reception.service.ts'
import { createReceptionStore } from './reception.store.ts'
import { fixReport, putTracker } from './testing/trackers.ts'
import { isRunDistributed } from '#server/db/testing/run-databases.ts'

/*
 * Statements for positions that lie on several servers give what those for one server give
 * (docs/decisions/0064-positions-on-several-servers.md).
 */

const now = new Date('2026-03-29T12:00:00.000Z')
const imeis = ['350000000000001', '350000000000002', '350000000000003']
const deviceIds = imeis.map((imei) => `device-${imei}`)
const log = pino({ level: 'silent' })
const always = (isDistributed: boolean) => ({ isDistributed: async () => isDistributed, forget: () => undefined })
const at = (minutes: number, seconds = 0) =>
  new Date(now.getTime() - minutes * minuteMs + seconds * secondMs).toISOString()

describeOnBothDatabases('positions that are distributed', (database) => {
  beforeEach(async () => {
    const since = new Date(now.getTime() - 60 * minuteMs)
    // The second keeps the first fix of each minute.
    for (const [index, imei] of imeis.entries()) {
      await putTracker(database, since, { imei, mode: index === 1 ? 'MOVEMENT' : 'BOTH' })
    }
  })
  const receiveAll = (isDistributed: boolean, reports: readonly [device: number, at: string][]) => {
    const store = createReceptionStore(database, null, always(isDistributed))
    const { receive } = createReceptionService({ store, log })
    return Promise.all(reports.map(([device, time]) => receive(fixReport(imeis[device] ?? '', time), now)))
  }
  const stored = async () => {
    const { rows } = await sql<{ device_id: string; recorded_at: Date }>`
      select device_id, recorded_at, received_at, latitude, longitude from positions order by device_id, recorded_at`.execute(
      database,
    )
    return rows
  }

  test.each<[string, reports: [device: number, at: string][][]]>([
    [
      'of several devices',
      [
        [
          [0, at(1)],
          [1, at(1)],
          [2, at(1)],
          [0, at(3)],
        ],
      ],
    ],
    [
      'that were stored already',
      [
        [
          [0, at(1)],
          [1, at(1)],
        ],
        [
          [0, at(1)],
          [1, at(2)],
          [0, at(2)],
        ],
      ],
    ],
    [
      'that come twice at once',
      [
        [
          [0, at(1)],
          [0, at(1)],
          [1, at(5)],
        ],
      ],
    ],
    [
      'of days that are over',
      [
        [
          [0, at(1)],
          [0, at(60 * 24)],
          [1, at(60 * 48)],
        ],
      ],
    ],
    [
      'that are older than one of their minute',
      [
        [
          [0, at(5, 40)],
          [1, at(5, 40)],
        ],
        [
          [0, at(5, 10)],
          [1, at(5, 10)],
        ],
      ],
    ],
    [
      'of nobody',
      [
        [
          [0, at(-60)],
          [1, at(60 * 24 * 30)],
        ],
      ],
    ],
  ])('%s are answered and stored as those that are not', { skip: isRunDistributed() }, async (_what, batches) => {
    const outcomes: unknown[] = []
    const left: unknown[] = []
    for (const isDistributed of [false, true]) {
      await sql`delete from positions`.execute(database)
      for (const reports of batches) outcomes.push(await receiveAll(isDistributed, reports))
      left.push(await stored())
    }
    expect(outcomes.slice(batches.length)).toEqual(outcomes.slice(0, batches.length))
    expect(left[1]).toEqual(left[0])
  })

  test('that were stored meanwhile are noticed, and the rest is stored', async () => {
    const [first = ''] = deviceIds
    const store = createReceptionStore(database, null, always(true))
    const { receive } = createReceptionService({ store, log })
    await database.transaction().execute((transaction) => keepPositions(transaction, [fixOf(first, at(2))]))
    const reports = [fixReport(imeis[0] ?? '', at(2)), fixReport(imeis[1] ?? '', at(2))]
    expect(await Promise.all(reports.map((report) => receive(report, now)))).toEqual(['DUPLICATE', 'STORED'])
  })

  test('are stored in as many statements as parameters need', async () => {
    const [first = ''] = deviceIds
    const many = Array.from({ length: distributionServerLimits.rowsOfValues + 10 }, (_, second) =>
      fixOf(first, at(100, second)),
    )
    await database.transaction().execute((transaction) => keepPositions(transaction, many.slice(0, 5)))
    const count = await database.transaction().execute((transaction) => storeDistributed(transaction, many))
    expect(count).toBe(many.length - 5)
    expect(await stored()).toHaveLength(many.length)
  })

  test('say of each vehicle where it stands as in one statement', { skip: isRunDistributed() }, async () => {
    await receiveAll(false, [
      [0, at(1)],
      [0, at(9)],
      [1, at(2)],
    ])
    const range = { since: new Date(now.getTime() - 60 * minuteMs), until: now }
    const [apart, together] = [true, false].map((is) =>
      createVehiclesStore(database, always(is)).seen(deviceIds, range),
    )
    expect(await apart).toEqual(await together)
    expect([...((await apart) ?? [])].map(([id]) => id).toSorted()).toEqual(deviceIds.slice(0, 2))
  })
})

// On several servers, one of them has to be killed instead: a trigger says it here.
if (!isRunDistributed())
  describeOnBothDatabases('while the server with positions of one device is away', (database) => {
    const [away = '', near = ''] = deviceIds
    const [awayImei = '', nearImei = ''] = imeis
    const serverOf = new Map([
      [awayImei, 'w1:5432'],
      [nearImei, 'w2:5432'],
    ])
    /** As a coordinator says it, whose own connection is lost. */
    const lost = sql`raise 'connection to the remote node failed' using errcode = 'connection_failure'`
    beforeEach(async () => {
      for (const imei of [awayImei, nearImei])
        await putTracker(database, new Date(now.getTime() - 60 * minuteMs), { imei })
      const { receive } = createReceptionService({ store: createReceptionStore(database, null), log })
      await Promise.all([awayImei, nearImei].map((imei) => receive(fixReport(imei, at(30)), now)))
      await sql`create function lose() returns trigger language plpgsql as $$
      begin if new.device_id = ${sql.lit(away)} then ${lost}; end if; return new; end $$`.execute(database)
      await sql`create trigger lost before insert on positions for each row execute function lose()`.execute(database)
      await sql`alter function has_position rename to has_position_here`.execute(database)
      await sql`create function has_position(device text, since timestamptz, until timestamptz) returns boolean
      language plpgsql as $$ begin
        if device = ${sql.lit(away)} then ${lost}; end if;
        return has_position_here(device, since, until);
      end $$`.execute(database)
    })
    afterEach(async () => {
      await sql`drop function has_position`.execute(database)
      await sql`alter function has_position_here rename to has_position`.execute(database)
      await sql`drop trigger lost on positions`.execute(database)
      await sql`drop function lose`.execute(database)
    })

    test.each([true, false])(
      'its reports are not acknowledged, and what came with them is stored (by several servers: %s)',
      async (isDistributed) => {
        const store = createReceptionStore(database, null, always(isDistributed))
        const suspect = vi.fn<() => void>()
        const silent = new Map<string, Date>()
        const servers = { of: async () => serverOf, silent: () => silent, suspect }
        const { receive, refusesAll } = createReceptionService({ store, log, servers })
        const reports = [
          ...Array.from({ length: 9 }, (_, minute) => fixReport(nearImei, at(minute + 1))),
          fixReport(awayImei, at(1)),
          signOfLife(awayImei),
          fixReport(nearImei, at(11)),
        ]
        const lostOnes = async () => {
          const outcomes = await Promise.allSettled(reports.map((report) => receive(report, now)))
          const lost = outcomes.flatMap((one, index) =>
            one.status === 'rejected' ? [{ index, reason: one.reason }] : [],
          )
          expect(lost.every(({ reason }) => isOutage(reason) && isPartAway(reason))).toBe(true)
          return lost.map(({ index }) => index)
        }
        expect(await lostOnes()).toEqual([9, 10])
        expect(suspect).toHaveBeenCalled()
        // Once it is known, what contains no fix is taken in.
        silent.set('w1:5432', now)
        expect(await lostOnes()).toEqual([9])
        expect(refusesAll(now)).toBe(false)
        const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from positions where device_id = ${near}`.execute(database)
        expect(rows).toEqual([{ count: 11 }])
      },
    )

    test('its device is listed with the others, and passes for having positions because it has reported', async () => {
      const list = await createDevicesStore(database, noQueue).list('owner', now)
      expect(list.map(({ imei, hasPosition, hasFix }) => [imei, hasPosition, hasFix])).toEqual([
        [awayImei, true, true],
        [nearImei, true, true],
      ])
    })
  })

if (isRunDistributed()) {
  describeOnPostgres('on several servers', (database) => {
    test('a statement about one device is a task for one of them', async () => {
      const [first = ''] = deviceIds
      await putTracker(database, now, { imei: imeis[0] ?? '' })
      const { seen, watched } = watching(database)
      const { receive } = createReceptionService({ store: createReceptionStore(watched, null), log })
      await receive(fixReport(imeis[0] ?? '', at(2, 30)), now)
      await receive(fixReport(imeis[0] ?? '', at(2, 10)), now)
      const history = createPositionsStore(watched)
      const range = { since: new Date(now.getTime() - 60 * minuteMs), until: now }
      for await (const page of history.history(first, range.since, now)) expect(page.times).not.toEqual([])
      await history.outline(first, range.since, now, 10)
      await history.latest(first, range)
      await history.remove(first, { start: null, end: range.since })
      await createVehiclesStore(watched).seen([first], range)
      const plans = await Promise.all(seen.map((statement) => planOf(database, statement)))
      expect(plans.length).toBeGreaterThan(6)
      expect(plans.filter((plan) => !/Task Count: 1$/m.test(plan))).toEqual([])
    })
  })
}

/** A database that notes the statements for positions that go through it. */
function watching(database: Database): { seen: CompiledQuery[]; watched: Database } {
  const seen: CompiledQuery[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const compiled = database.getExecutor().compileQuery(node, queryId)
      if (/\b(?:from|join|into) "?positions\b/.test(compiled.sql)) seen.push(compiled)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { seen, watched: database.withPlugin(plugin) }
}

async function planOf(database: Database, { sql: text, parameters }: CompiledQuery): Promise<string> {
  const { rows } = await database.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain ${text}`, [...parameters]),
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

function fixOf(deviceId: string, recordedAt: string) {
  const place = { latitude: 49, longitude: 8.4 }
  const measured = { accuracy: null, altitude: null, speed: null, course: null, flag: null }
  return { deviceId, recordedAt: new Date(recordedAt), receivedAt: now, ...place, ...measured }
}
